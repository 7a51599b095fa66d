// Opens the pages of the tables without a connection. Browsers allow this on https and on localhost only; on the plain
// address of a hall a page that is open goes on all the same, but cannot be opened anew.
"use strict";

const SETTINGS = {{ settings }};
const STATIC = `belote-static-${SETTINGS.digest}`;
const PAGES = "belote-pages";
const OUTCOMES = "belote-outcomes";
const PATIENCE = 4000;
const MOST_KEPT = 12;

const GAME = /^\/games\/\d+\/$/;
// The code on the table and the code of a game lead to a game: which one is remembered.
const DOOR = new RegExp(`^(${SETTINGS.doors.join("|")})[\\w-]+/$`);
const RULES = /^\/api\/v1\/games\/\d+\/outcomes$/;
const LOGOUT = "{{ logout }}";

const doors = new Map();

const tooLate = () => new Promise((_, reject) => setTimeout(() => reject(new Error("late")), PATIENCE));
// A proxy answers so while the program behind it does not; 429: too much is asked at once.
const isAway = (answer) => [429, 502, 503, 504].includes(answer.status);

// --- Coming and going

const install = async () => {
  const cache = await caches.open(STATIC);
  const fresh = SETTINGS.hashed ? "default" : "no-cache";
  await cache.addAll(SETTINGS.assets.map((url) => new Request(url, { cache: fresh })));
  // As everybody sees it: without the name and the menu of whoever is signed in.
  const offline = await fetch(SETTINGS.offline, { credentials: "omit", cache: "no-cache" });
  if (!offline.ok) throw new Error(`offline page: ${offline.status}`);
  await cache.put(SETTINGS.offline, offline);
  await self.skipWaiting();
};

const activate = async () => {
  // The last one stays, for the pages that were kept while it served.
  const others = (await caches.keys()).filter((name) => name.startsWith("belote-static-") && name !== STATIC);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
};

// --- Pages

const keepNewest = async (cache, isOne) => {
  const keys = (await cache.keys()).filter(({ url }) => isOne.test(new URL(url).pathname));
  await Promise.all(keys.slice(0, -MOST_KEPT).map((key) => cache.delete(key)));
};

const keepPage = async (path, answer) => {
  const pages = await caches.open(PAGES);
  if ([401, 403, 404, 410].includes(answer.status)) await pages.delete(path);
  if (!answer.ok || answer.redirected) return;
  await pages.put(path, answer);
  await keepNewest(pages, GAME);
};

const keepDoor = async (door, path) => {
  if (!door || !DOOR.test(door)) return;
  const pages = await caches.open(PAGES);
  await pages.put(door, Response.redirect(self.location.origin + path));
  await keepNewest(pages, DOOR);
};

const pathOf = (address) => {
  const url = address && new URL(address, self.location.origin);
  return url && url.origin === self.location.origin ? url.pathname : "";
};

// Keeps what was seen on the way in: the page of a game, and the code that led to it.
const remember = async (event, { pathname, search }, answer) => {
  if (DOOR.test(pathname)) {
    if (answer.type === "opaqueredirect") doors.set(event.resultingClientId, pathname);
    else if (answer.ok || answer.status === 404) await (await caches.open(PAGES)).delete(pathname);
    return;
  }
  const door = doors.get(event.resultingClientId) || pathOf(event.request.referrer);
  doors.delete(event.resultingClientId);
  // With a question in its address the page shows what was done just now, which is not so any more when it opens anew.
  if (!search) await keepPage(pathname, answer);
  if (answer.ok) await keepDoor(door, pathname);
};

const navigate = async (event, url) => {
  const asked = fetch(event.request);
  const isKept = GAME.test(url.pathname) || DOOR.test(url.pathname);
  if (isKept) event.waitUntil(asked.then((answer) => remember(event, url, answer.clone())).catch(() => {}));
  asked.catch(() => {});
  const copy = isKept && (await (await caches.open(PAGES)).match(url.pathname, { ignoreVary: true }));
  try {
    const answer = await (copy ? Promise.race([asked, tooLate()]) : asked);
    if (!isAway(answer)) return answer;
  } catch {
    // The kept page below.
  }
  return copy || (await caches.match(SETTINGS.offline, { ignoreVary: true })) || Response.error();
};

// --- What pages are made of

const kept = async (name, request) =>
  (await (await caches.open(name)).match(request, { ignoreVary: true })) || caches.match(request, { ignoreVary: true });

const fetchAndKeep = async (event, name) => {
  const answer = await fetch(event.request);
  if (answer.ok) {
    const copy = answer.clone();
    event.waitUntil(caches.open(name).then((cache) => cache.put(event.request, copy)));
  }
  return answer;
};

const keptFirst = async (event, name) => (await kept(name, event.request)) || fetchAndKeep(event, name);

const keptRules = async (event) => {
  event.waitUntil(caches.open(OUTCOMES).then((cache) => keepNewest(cache, RULES)));
  return keptFirst(event, OUTCOMES);
};

const fetchedFirst = async (event, name) => {
  try {
    return await fetchAndKeep(event, name);
  } catch {
    return (await kept(name, event.request)) || Response.error();
  }
};

// A page that was opened before this worker served it: {page, door, parts}.
const takeIn = async ({ page, door, parts }) => {
  const cache = await caches.open(STATIC);
  const wanted = parts.filter((url) => pathOf(url).startsWith(SETTINGS.static) && !url.includes("?"));
  await Promise.all(wanted.map(async (url) => (await cache.match(url)) || cache.add(url).catch(() => {})));
  if (!GAME.test(page)) return;
  await keepPage(page, await fetch(page, { headers: { Accept: "text/html" } }));
  await keepDoor(pathOf(door), page);
};

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.waitUntil(takeIn(event.data).catch(() => {})));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  const isPage = request.mode === "navigate";
  if (request.method === "POST") {
    // Whoever signs out leaves no page behind.
    if (url.pathname === LOGOUT) event.waitUntil(caches.delete(PAGES));
    if (isPage && DOOR.test(url.pathname)) doors.set(event.resultingClientId, url.pathname);
  }
  if (request.method !== "GET") return;
  if (isPage) {
    // Not files that are to be saved.
    if (!/\.\w+$/.test(url.pathname)) event.respondWith(navigate(event, url));
  } else if (url.pathname.startsWith(SETTINGS.static)) {
    event.respondWith(SETTINGS.hashed ? keptFirst(event, STATIC) : fetchedFirst(event, STATIC));
  } else if (RULES.test(url.pathname) && url.search) {
    event.respondWith(keptRules(event));
  } else if (GAME.test(url.pathname) && (request.headers.get("Accept") || "").includes("text/html")) {
    // The page brings itself up to date: so is its copy.
    const asked = fetch(request);
    event.waitUntil(asked.then((answer) => keepPage(url.pathname, answer.clone())).catch(() => {}));
    event.respondWith(asked);
  }
});
