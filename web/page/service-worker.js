// Keeps the whole site for offline use. The build fills in the three constants below.
const version = __VERSION__;
const files = __FILES__;
const threaded = __THREADED__; // the engine with threads, which only pages of hosts that isolate them load
const name = `alea-${version}`;

const address = (file) => new URL(file, self.registration.scope).href;

const fresh = (names) => names.map((file) => new Request(address(file), { cache: "no-cache" }));

// A failure leaves the old worker, with its complete set of files, in charge.
self.addEventListener("install", (event) => {
    const keep = async () => {
        const cache = await caches.open(name);
        await cache.addAll(fresh(files));
        const page = await cache.match(address("index.html"));
        if (page?.headers.has("cross-origin-embedder-policy")) await cache.addAll(fresh(threaded));
    };
    event.waitUntil(keep());
});

// The new version takes over after all pages of the old one are closed, so that a page never gets files of two
// versions.
self.addEventListener("activate", (event) => {
    const drop = async () => {
        const names = await caches.keys();
        await Promise.all(
            names.filter((other) => other.startsWith("alea-") && other !== name).map((other) => caches.delete(other)),
        );
        await self.clients.claim();
    };
    event.waitUntil(drop());
});

async function answer(request) {
    const cache = await caches.open(name);
    const plain = request.url.split(/[?#]/)[0];
    const wanted = plain.endsWith("/") ? plain + "index.html" : plain;
    return (await cache.match(wanted)) ?? fetch(request);
}

self.addEventListener("fetch", (event) => {
    const request = event.request;
    if (request.method === "GET" && request.url.startsWith(self.registration.scope)) event.respondWith(answer(request));
});
