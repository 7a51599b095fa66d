// What was entered and has not reached the server yet, stored in this browser: in IndexedDB, which is on the disk when it
// says so, with a copy in localStorage in case the database is lost. If one of them does not open, the other is used alone;
// if neither does, the page's memory. An action is {id, game, order, act, …}. Of one that was removed, {id, gone} remains for
// the evening, so that another tab can tell a removed action from a cleared storage; its `act` is what the server has
// acknowledged.
(() => {
  "use strict";
  const belote = (window.belote = window.belote || {});
  const DATABASE = "belote";
  const ACTS = "acts";
  const COPY = "belote:act:";
  const ASKED = "belote:persist";
  const PROBE = "x".repeat(65536);
  const PATIENCE = 3000;
  const MARKS_LAST = 36 * 3600000;

  const attempt = (act, otherwise) => {
    try {
      return act();
    } catch {
      return otherwise;
    }
  };
  const isFull = (error) => Boolean(error) && /quota/i.test(error.name);
  const failure = (error) => {
    const isGone = error && /^(InvalidState|NotFound|Unknown|Timeout|Security)Error$/.test(error.name);
    const told = new Error(error?.message || "not kept");
    told.reason = isFull(error) ? "full" : isGone ? "gone" : "failed";
    return told;
  };
  // Grows even if the clock is set back; an action that is stored again keeps its place.
  const ordered = (item, kept) => {
    if (item.gone) return item;
    const old = kept.find((other) => other.id === item.id);
    const last = kept.reduce((most, other) => Math.max(most, other.order || 0), 0);
    const order = item.order || old?.order || Math.max(Date.now(), last + 1);
    return { ...item, order };
  };

  // --- Three places; each has all() including removed ones, save(item) → the item with its order, erase(id), probe() ---

  const inMemory = () => {
    const acts = new Map();
    return {
      kind: "memory",
      all: async () => [...acts.values()],
      save: async (item) => {
        const saved = ordered(item, [...acts.values()]);
        acts.set(saved.id, saved);
        return saved;
      },
      erase: async (id) => void acts.delete(id),
      probe: async () => {},
    };
  };

  const copies = {
    kind: "localstorage",
    all: async () =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith(COPY))
        .map((key) => attempt(() => JSON.parse(localStorage.getItem(key)), null))
        .filter(Boolean),
    save: async (item) => {
      const saved = ordered(item, await copies.all());
      localStorage.setItem(COPY + saved.id, JSON.stringify(saved));
      return saved;
    },
    erase: async (id) => localStorage.removeItem(COPY + id),
    probe: async () => {
      localStorage.setItem("belote:probe", PROBE);
      localStorage.removeItem("belote:probe");
    },
  };

  const openDatabase = () =>
    new Promise((resolve, reject) => {
      const asked = window.indexedDB.open(DATABASE, 1);
      // Safari sometimes never answers.
      setTimeout(() => reject(new DOMException("no answer", "TimeoutError")), PATIENCE);
      asked.onupgradeneeded = () => asked.result.createObjectStore(ACTS, { keyPath: "id" });
      asked.onerror = () => reject(asked.error);
      asked.onsuccess = () => resolve(asked.result);
    });

  const inDatabase = () => {
    let opened = null;
    const connect = async () => {
      const database = await openDatabase();
      // Cleared by hand, or needed by a newer page: the next action opens it again.
      database.onclose = () => (opened = null);
      database.onversionchange = () => {
        opened = null;
        database.close();
      };
      return database;
    };
    const transact = (database, mode, work) =>
      new Promise((resolve, reject) => {
        const transaction = database.transaction(ACTS, mode, { durability: "strict" });
        let result;
        transaction.oncomplete = () => resolve(result);
        transaction.onabort = () => reject(transaction.error || new Error("aborted"));
        work(transaction.objectStore(ACTS), (value) => (result = value));
      });
    // Phones that slept lose the connection to the database: it is tried once more with a new one.
    const run = async (mode, work) => {
      for (let tries = 0; ; tries += 1) {
        try {
          opened = opened || connect();
          return await transact(await opened, mode, work);
        } catch (error) {
          opened = null;
          if (tries || isFull(error) || error.name === "TimeoutError") throw error;
        }
      }
    };
    return {
      kind: "indexeddb",
      all: () =>
        run("readonly", (acts, answer) => {
          acts.getAll().onsuccess = (event) => answer(event.target.result);
        }),
      save: (item) =>
        run("readwrite", (acts, answer) => {
          acts.getAll().onsuccess = (event) => {
            const saved = ordered(item, event.target.result);
            acts.put(saved);
            answer(saved);
          };
        }),
      erase: (id) => run("readwrite", (acts) => acts.delete(id)),
      // In two steps, because a value that ends as it began is not written at all.
      probe: async () => {
        await run("readwrite", (acts) => acts.put({ id: "probe", gone: 1, text: PROBE }));
        await run("readwrite", (acts) => acts.delete("probe"));
      },
    };
  };

  // --- Private windows, which forget everything when they are closed: only what is certain counts ---

  const refusesBlobs = () =>
    new Promise((resolve) => {
      const asked = window.indexedDB.open("belote-blob", 1);
      const end = (found) => {
        attempt(() => asked.result.close());
        window.indexedDB.deleteDatabase("belote-blob");
        resolve(found);
      };
      asked.onerror = () => resolve(false);
      asked.onupgradeneeded = () => {
        try {
          asked.result.createObjectStore("blobs", { autoIncrement: true }).put(new Blob());
          asked.transaction.oncomplete = () => end(false);
        } catch (error) {
          end(/are not yet supported/.test(error.message));
        }
      };
      setTimeout(resolve, PATIENCE, false);
    });

  const isPrivate = async () => {
    // Chrome shows nothing that an old phone with a full memory would not show as well.
    if (/^Google/.test(navigator.vendor)) return false;
    if (navigator.storage?.getDirectory) {
      const error = await navigator.storage.getDirectory().then(() => null, (refused) => refused);
      return Boolean(error) && /unknown transient reason|security error/i.test(error.message);
    }
    return /^Apple/.test(navigator.vendor) && refusesBlobs();
  };

  // --- Opening ---

  let place = null;
  let opening = null;
  const others = attempt(() => new BroadcastChannel("belote-store"), null);
  const listeners = [];
  const changed = (game) => others?.postMessage({ game });
  const heard = (game) => listeners.forEach((listener) => listener({ game }));
  if (others) others.onmessage = (event) => heard(event.data.game);
  window.addEventListener("storage", (event) => {
    // With a channel the database has already answered; nothing announces an emptied storage.
    if (event.key === null || (!others && event.key.startsWith(COPY))) heard(null);
  });

  const find = async () => {
    let trouble = null;
    const works = async (candidate) => {
      try {
        await candidate.probe();
      } catch (error) {
        // Firefox before 115 opens no database in a private window.
        if (candidate.kind === "indexeddb" && /mutation/.test(error.message)) trouble = "private";
        if (!isFull(error)) return false;
        trouble = "full";
      }
      place = candidate;
      return true;
    };
    if (attempt(() => window.indexedDB, null) && (await works(inDatabase()))) return trouble;
    if (attempt(() => window.localStorage, null) && (await works(copies))) return trouble;
    place = inMemory();
    return "none";
  };

  // Restores what only the copies have: the database was lost, or did not open last time.
  const restore = async () => {
    const known = await copies.all();
    const there = new Map((await place.all()).map((item) => [item.id, item]));
    for (const item of known) {
      const stored = there.get(item.id);
      if (item.gone || stored?.gone) {
        await place.save(item.gone ? item : stored);
        await copies.erase(item.id);
      } else if (!stored && localStorage.getItem(COPY + item.id) !== null) {
        // Still there: another tab has not just sent it.
        await place.save(item);
      }
    }
  };

  const forgetOldMarks = async () => {
    const before = Date.now() - MARKS_LAST;
    for (const { id, gone } of await place.all()) if (gone && gone < before) await place.erase(id);
  };

  const begin = async () => {
    let trouble = await find();
    if (place.kind === "indexeddb" && attempt(() => window.localStorage, null)) {
      // A database that accepts nothing would hide what the copies have.
      await restore().catch(() => (place = copies));
    }
    await forgetOldMarks().catch(() => {});
    if (!trouble && (await isPrivate().catch(() => false))) trouble = "private";
    return { kind: place.kind, trouble };
  };

  const open = () => (opening = opening || begin());
  const ready = async () => {
    await open();
    return place;
  };
  const waiting = (items) => items.filter((item) => !item.gone).sort((one, other) => one.order - other.order);

  // The copies take what a full or broken database refuses, and are used alone from then on, because they have all of it.
  const save = async (item) => {
    try {
      const saved = await place.save(item);
      if (place.kind === "indexeddb") await copies.save(saved).catch(() => {});
      return saved;
    } catch (error) {
      if (place.kind !== "indexeddb") throw error;
      const saved = await copies.save(item).catch(() => Promise.reject(error));
      place = copies;
      return saved;
    }
  };

  // Asked once, when there is something to protect, because some browsers ask the person.
  const askToPersist = () =>
    attempt(() => {
      if (!navigator.storage || !navigator.storage.persist || localStorage.getItem(ASKED)) return;
      localStorage.setItem(ASKED, "1");
      navigator.storage.persist().catch(() => {});
    });

  belote.store = {
    /** Return where actions are stored, and what the person should know: never rejects. */
    open,

    /** Return the actions stored for a game, in order, and the `ids` of all that is stored, removed actions included. */
    read: async (game) => {
      const items = await (await ready()).all();
      return { actions: waiting(items).filter((item) => item.game === game), ids: new Set(items.map(({ id }) => id)) };
    },

    /** Return the games for which actions are stored, with their number. */
    games: async () => {
      const counts = new Map();
      for (const { game } of waiting(await (await ready()).all())) counts.set(game, (counts.get(game) || 0) + 1);
      return [...counts].map(([game, count]) => ({ game, count }));
    },

    /** Store an action, or store it again; resolves with it once it is on the disk. Rejects with a `reason`. */
    put: async (item) => {
      await ready();
      const saved = await save(item).catch((error) => Promise.reject(failure(error)));
      askToPersist();
      changed(saved.game);
      return saved;
    },

    /** Return what the server acknowledged of a game this evening, in order. */
    sent: async (game) =>
      (await (await ready()).all())
        .map(({ act }) => act)
        .filter((act) => act?.game === game)
        .sort((one, other) => one.order - other.order),

    /** Remove an action; `act`, what the server has acknowledged of it, stays for the evening. */
    remove: async (id, act) => {
      await ready();
      // A full storage may have no room for the mark.
      await save({ id, gone: Date.now(), act })
        .catch(() => place.erase(id))
        .catch((error) => Promise.reject(failure(error)));
      if (place.kind === "indexeddb") await copies.erase(id).catch(() => {});
      changed(null);
    },

    /** Keep for good where the log of a contest ended; outside contests there is none. "Check this contest" reads it. */
    witness: (log) => attempt(() => localStorage.setItem(log.contest, `${localStorage.getItem(log.contest)} ${log.head}`.slice(-5000))),

    /** Return a new random identifier; `crypto.randomUUID` is missing on plain http. */
    uuid: () => {
      const bytes = crypto.getRandomValues(new Uint8Array(16));
      bytes[6] = (bytes[6] & 0x0f) | 0x40;
      bytes[8] = (bytes[8] & 0x3f) | 0x80;
      const text = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    },

    /** Call back with {game: id | null} when another tab has changed what is stored. */
    onchange: (listener) => void listeners.push(listener),
  };
})();
