// An open table page where there are two computers. When its own does not answer, it finds the other one, continues there
// without reloading, and sends again what that one lacks. The one with the higher number counts; a negative number is nobody's.
// No computer is told anything about the table, least of all its code, before it has proved that it is the one that the page
// knows. If the page knows no key, or the signature is for another address, a person decides.
(() => {
  "use strict";
  const belote = window.belote;
  const { h } = belote.kept;

  const PATIENCE = 4000;
  const LOOKS = 4000;
  const NOBODY = Number.NEGATIVE_INFINITY;
  // If the table has been closed meanwhile, nobody can be asked for its state: the last actions are shown.
  const LATE = 10 * 60000;
  const RELOADED = "belote:reloaded-for";

  const split = (text) => (text || "").split(" ").filter(Boolean);
  // Hands that follow one that another phone of the table still has to send.
  const waiting = (page) => (page.pending || []).filter(({ act }) => act === "put");

  // --- Finding the other computer

  const headersOf = (page) => ({
    ...(page.way.token ? { Authorization: `Bearer ${page.way.token}` } : {}),
    "Accept-Language": document.documentElement.lang,
  });

  // What is read from an answer; nobody's number if there is none in time.
  const asked = async (address, options, read) => {
    const stop = new AbortController();
    const timer = window.setTimeout(() => stop.abort(), PATIENCE);
    try {
      return await read(await fetch(address, { cache: "no-store", signal: stop.signal, ...options }));
    } catch {
      return NOBODY;
    } finally {
      window.clearTimeout(timer);
    }
  };

  const toldNumber = (page, origin = "") =>
    asked(origin + page.path, { credentials: "same-origin", headers: headersOf(page) }, ({ headers }) => Number(headers.get("Belote-Number")));

  // Either computer may by now have the address that the other one had.
  const provenNumber = (page, origin) => {
    const word = belote.proof.randomWord();
    return asked(`${origin}/second/proof/?word=${word}`, { credentials: "omit" }, async (answer) => {
      // A computer signs nothing for a name that it does not know.
      const { number, signature } = answer.status === 404 ? {} : await answer.json();
      const text = ["belote", word, origin || window.location.origin, number].join("\n");
      const isKnown = !isUnknown(page, origin) && Object.values(page.keys).some((key) => belote.proof.isSigned(text, signature, key));
      const isAsked = isUnknown(page, origin) ? number > page.way.number : !isKnown && (!origin || answer.status === 404);
      if (isAsked) page.unknown = { origin, number };
      return isKnown ? number : NOBODY;
    });
  };

  // Loaded before computers had keys, or in a browser without large numbers.
  const isUnknown = (page, origin) => !(origin ? page.keys[origin] : page.proves) || typeof BigInt === "undefined";

  // The computer that the page came from is asked as always if it cannot prove itself.
  const numberAt = (page, origin) => (!origin && isUnknown(page, "") ? toldNumber(page) : provenNumber(page, origin));

  // If the number is the same although nobody took over, this is not the computer that writes.
  const counts = (page, origin, number) =>
    number !== NOBODY && (number > page.way.number || (number === page.way.number && (number > 0 || origin === page.origin)));

  // A computer that answers but does not write is of no use to a table either.
  const isServed = (page) => page.isReached && page.way.number >= 0;

  // It has a key, but did not answer just now: somebody else may have its address.
  const isSilent = (page) => (page.origin || !isUnknown(page, "")) && !page.isReached && page.left === null;

  const seek = async (page) => {
    if (page.isSeeking || isServed(page) || document.hidden) return;
    page.isSeeking = true;
    page.unknown = null;
    const places = ["", ...page.allowed];
    const numbers = await Promise.all(places.map((origin) => numberAt(page, origin)));
    page.isSeeking = false;
    askPerson(page);
    const found = places.filter((origin, index) => counts(page, origin, numbers[index]));
    const number = Math.max(...numbers);
    const origin = found.find((place) => numbers[places.indexOf(place)] === number);
    if (origin === undefined || isServed(page)) return;
    if (origin === page.origin && number === page.way.number) {
      page.poll();
      return;
    }
    tellPlace(page, origin);
    // Whoever is signed in by a cookie has to sign in there.
    if (origin && !page.way.token) return;
    go(page, origin);
    begin(page, number);
  };

  // The button names who answers; nothing is sent there before somebody presses it.
  const askPerson = (page) => {
    const shown = document.getElementById("unknown");
    const { unknown } = page;
    if (shown?.dataset.origin === unknown?.origin) return;
    shown?.remove();
    if (!unknown || isServed(page)) return;
    const { origin, number } = unknown;
    const { asks, goOn, open } = page.computers;
    const trust = async () => {
      document.getElementById("unknown").remove();
      if (!origin) {
        page.proves = false;
        seek(page);
        return;
      }
      const told = number ?? (await toldNumber(page, origin));
      if (isServed(page) || !(told > page.way.number)) return;
      page.left = page.way.number;
      go(page, origin);
      begin(page, told);
    };
    document.getElementById("content").prepend(
      h("div", { class: "message message--warning no-print", role: "alert", id: "unknown", "data-origin": origin }, h("p", {}, asks || ""), h("button", { type: "button", class: "button", onclick: trust }, `${goOn || open} ${origin || window.location.origin}`)),
    );
  };

  // A computer that a person trusted is left again as soon as the page's own one writes.
  const comeBack = async (page) => {
    if (page.left === null || page.isReturning || document.hidden) return;
    page.isReturning = true;
    const number = await numberAt(page, "");
    page.isReturning = false;
    if (number < page.left || number < 0 || page.left === null) return;
    page.left = null;
    go(page, "");
    tellPlace(page, "");
    begin(page, number);
  };

  const go = (page, origin) => {
    page.origin = origin;
    page.way.base = origin + page.path;
    page.outcomes_url = page.outcomes_url.replace(/^(https?:\/\/[^/]+)?/, origin);
    page.way.more = origin ? { ...headersOf(page), "Belote-Name": encodeURIComponent(page.computers.name || "") } : {};
  };

  const tellPlace = (page, origin) => {
    const shown = document.getElementById("elsewhere");
    if (shown?.dataset.origin === origin) return;
    shown?.remove();
    if (!origin) return;
    const { goneOn, open } = page.computers;
    const link = h("a", { href: origin + page.join }, open);
    document.getElementById("content").prepend(h("p", { class: "message no-print", role: "status", id: "elsewhere", "data-origin": origin }, goneOn, " ", link));
  };

  // --- Continuing with other data than before

  const begin = async (page, number) => {
    const { way } = page;
    if (number !== way.number) {
      page.before = page.shownOf === way.number ? page.sheet : null;
      page.shownOf = way.number = number;
      // There may be less than this page shows.
      page.sheet = { ...page.sheet, version: -1 };
      page.etag = null;
      page.isBehind = true;
      page.pending = null;
      const acts = await page.store.sent(page.game);
      page.pending = acts.filter(({ began, counts }) => began === page.began && counts !== number);
      await check(page);
    }
    page.poll();
  };

  const take = async (page, item) => {
    const { outbox } = page;
    outbox.done.delete(item.id);
    const { counts: _counts, ...act } = item;
    const again = { ...act, isAgain: true };
    if (again.problem) again.problem.detail = page.computers.before;
    outbox.items = [...outbox.items.filter(({ id }) => id !== item.id), again].sort((one, other) => (one.order || 0) - (other.order || 0));
    await outbox.save(again);
  };

  const send = async (page, items) => {
    const { outbox } = page;
    for (const item of items) await take(page, item);
    // They were refused because of what is now before them, or is waiting.
    const asked = outbox.items.filter(({ problem, isAgain }) => problem?.code === "hands_missing" && !isAgain);
    for (const item of asked) await outbox.change(item, {});
    outbox.changed();
    outbox.send();
  };

  // What is known not to be lacking, or is being sent, is not looked at again.
  const check = async (page) => {
    if (!page.pending?.length || page.sheet.version < 0) return;
    page.hasNews = true;
    if (page.isChecking) return;
    page.isChecking = true;
    while (page.hasNews) await checkOnce(page).catch(() => {});
    page.isChecking = false;
    tellLacking(page);
  };

  const checkOnce = async (page) => {
    page.hasNews = false;
    const found = belote.again.lacking(page.pending, page.sheet, page.before);
    page.pending = found.wait;
    for (const act of found.done) await page.store.remove(act.id, { ...act, counts: page.way.number }).catch(() => {});
    if (found.send.length || waiting(page).length) await send(page, found.send);
  };

  // Nothing is held back once the sheet is as long as this page knew it.
  const settle = (page) => {
    const { before, outbox, sheet } = page;
    if (sheet.version < 0) return;
    if (before && !page.pending?.length && sheet.next_number >= before.next_number) page.before = null;
    if (page.isHeld) outbox.send();
    tellLacking(page);
  };

  const tellLacking = (page) => {
    const isLacking = page.isHeld || waiting(page).length > 0;
    const shown = document.getElementById("lacking");
    if (!isLacking) shown?.remove();
    const texts = page.computers;
    // They come with the page of the computer that now answers.
    if (!isLacking || shown || !texts.lacks) return;
    const ask = () => {
      page.before = null;
      page.isHeld = false;
      const items = page.pending.splice(0).map((item) => ({ ...item, problem: item.act === "put" ? { code: "hands_missing" } : null }));
      tellLacking(page);
      send(page, items);
    };
    document.getElementById("content").prepend(
      h("div", { class: "message message--warning no-print", role: "alert", id: "lacking" }, h("p", {}, texts.lacks), h("button", { type: "button", class: "button", onclick: ask }, texts.lacksNot)),
    );
  };

  // --- What the page does differently from now on

  // The rest of the page is still that of the computer that failed.
  const lead = (page, event) => {
    const link = page.origin && event.target.closest("a[href]");
    if (!link || link.origin !== window.location.origin || link.getAttribute("href").startsWith("#")) return;
    link.href = page.origin + link.pathname + link.search;
  };

  const start = (page) => {
    const usual = Object.getPrototypeOf(page);
    const { swap } = belote.sheet;
    const { next, refused } = Object.getPrototypeOf(page.outbox);
    const keys = JSON.parse(page.computers.keys || "{}");
    Object.assign(page, { path: page.way.base, origin: "", allowed: split(page.computers.others), keys, proves: Boolean(page.computers.proves && keys[""]), left: null, before: null, pending: null });
    page.reach = (isReached) => {
      usual.reach.call(page, isReached);
      if (!isReached) seek(page);
      else document.getElementById("unknown")?.remove();
    };
    page.look = async () => {
      if (isSilent(page) && (await provenNumber(page, page.origin)) === NOBODY) throw new Error("unproven");
      return usual.look.call(page);
    };
    page.accept = (sheet) => {
      usual.accept.call(page, sheet);
      check(page).then(() => settle(page));
    };
    page.moveOn = async (problem) => {
      const since = Date.now() - LATE;
      const items = (page.pending || []).filter(({ act, order }) => act !== "say" && order > since);
      page.pending = [];
      if (items.length) await send(page, items);
      usual.moveOn.call(page, { ...problem, address: page.origin + problem.address });
    };
    page.needsServer = (event, form) => {
      if (!page.origin || form.method !== "post") return usual.needsServer.call(page, event, form);
      event.preventDefault();
      page.notice(page.computers.there, page.origin + page.join);
    };
    page.outbox.refused = async (item, answer) => {
      // It was there, and somebody removed it from the sheet.
      if (item.isAgain && answer.data.code === "hand_withdrawn") await page.outbox.drop(item);
      else await refused.call(page.outbox, item, answer);
    };
    page.outbox.next = () => {
      const item = next.call(page.outbox);
      page.isHeld = false;
      if (isSilent(page)) return undefined;
      if (item?.act !== "put") return item;
      // What was never sent may also follow a hand that another phone has to send.
      page.isHeld = page.sheet.version < 0 || (Boolean(page.before) && item.number > page.sheet.next_number);
      return page.isHeld || waiting(page).some(({ number }) => number <= item.number) ? undefined : item;
    };
    belote.sheet.swap = (shown, news) => {
      const fresh = news.getElementById("rest");
      const { others, keys } = page.computers;
      if (fresh?.dataset.goneOn) page.computers = { ...fresh.dataset, others, keys };
      swap(shown, news);
      tellLacking(page);
    };
    document.addEventListener("click", (event) => lead(page, event), true);
    window.setInterval(() => {
      seek(page);
      comeBack(page);
    }, LOOKS);
    page.poll();
  };

  const isIdle = (page) => {
    const { items, aside } = page.outbox;
    const isTyping = page.form && (belote.entry.read(page.form).entry.taker || page.form.contains(document.activeElement));
    return page.isReached && !page.origin && !items.length && !aside.length && !page.editing && !isTyping;
  };

  const heard = (page, number) => {
    if (number > page.way.number) {
      if (!page.origin || page.left !== null) begin(page, number);
      else provenNumber(page, page.origin).then((sure) => sure > page.way.number && begin(page, sure));
    }
    const others = split(page.way.others).filter((origin) => !page.allowed.includes(origin) || !page.keys[origin]).join(" ");
    // A browser lets a page ask only the addresses that were listed when it was loaded; that is how the page learns their keys.
    if (!others || !isIdle(page) || window.sessionStorage.getItem(RELOADED) === others) return;
    window.sessionStorage.setItem(RELOADED, others);
    window.location.reload();
  };

  belote.second = { heard, start };
})();
