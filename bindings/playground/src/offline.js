// The service worker: it keeps the files of this version, so that the page works without a network.

/** The prefix keeps other caches of the same host. */
const version = `hcl2-playground-${VERSION}`;
/** @type {any} */
const scope = globalThis;

scope.addEventListener("install", (/** @type {any} */ event) => {
  scope.skipWaiting();
  event.waitUntil(caches.open(version).then((cache) => cache.addAll(["./", ...FILES])));
});

scope.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(forgetOthers().then(() => scope.clients.claim()));
});

/** Deletes the files of other versions. */
async function forgetOthers() {
  for (const name of await caches.keys()) {
    if (name.startsWith("hcl2-playground-") && name !== version) await caches.delete(name);
  }
}

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  event.respondWith(answer(event.request));
});

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(version);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}
