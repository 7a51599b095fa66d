// The page that opens without a connection: which games this phone has, and how many hands wait to be sent.
(() => {
  "use strict";
  const list = document.getElementById("offline-games");
  const { pages, waiting, unnamed, probe } = list.dataset;
  const PAUSE = 5000;

  const titleOf = (text) => new DOMParser().parseFromString(text, "text/html").title.split(" · ")[0].trim();

  const keptGames = async () => {
    const games = new Map();
    if (!window.caches) return games;
    const cache = await window.caches.open(pages);
    for (const { url } of await cache.keys()) {
      const path = new URL(url).pathname;
      const game = path.match(/^\/games\/(\d+)\/$/);
      if (game) games.set(Number(game[1]), { path, title: titleOf(await (await cache.match(url)).text()) });
    }
    return games;
  };

  const entry = (title, path, count) => {
    const main = document.createElement("div");
    main.className = "list__main";
    const name = document.createElement(path ? "a" : "span");
    if (path) name.href = path;
    name.textContent = title;
    main.append(name);
    if (count) {
      const more = document.createElement("span");
      more.className = "list__more";
      more.textContent = `${waiting} ${count}`;
      main.append(more);
    }
    const item = document.createElement("li");
    item.append(main);
    return item;
  };

  const show = async () => {
    const games = await keptGames().catch(() => new Map());
    const counts = new Map((await window.belote.store.games().catch(() => [])).map(({ game, count }) => [game, count]));
    const shown = [...games].reverse().map(([game, { path, title }]) => entry(title, path, counts.get(game)));
    counts.forEach((count, game) => {
      if (!games.has(game)) shown.push(entry(`${unnamed} ${game}`, null, count));
    });
    list.replaceChildren(...shown);
    document.getElementById("offline-none").hidden = shown.length > 0;
    document.getElementById("offline-some").hidden = !shown.length;
  };

  show();
  window.belote.store.onchange(show);
  const reload = () => window.location.reload();
  document.getElementById("offline-again").addEventListener("click", reload);

  // A phone may have Wi-Fi all the time while the server restarts: what counts is that the server answers.
  const look = () => {
    if (document.hidden) return;
    fetch(probe, { method: "HEAD", cache: "no-store" }).then((answer) => answer.ok && reload(), () => {});
  };
  window.setInterval(look, PAUSE);
  window.addEventListener("online", look);
  document.addEventListener("visibilitychange", look);
})();
