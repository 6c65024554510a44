// Keeps the whole site for offline use. The build fills in the two constants below.
const version = __VERSION__;
const files = __FILES__;
const name = `alea-${version}`;

const address = (file) => new URL(file, self.registration.scope).href;

// A failure leaves the old worker, with its complete set of files, in charge.
self.addEventListener("install", (event) => {
    const fresh = files.map((file) => new Request(address(file), { cache: "no-cache" }));
    event.waitUntil(caches.open(name).then((cache) => cache.addAll(fresh)));
});

// The new version takes over once no page of the old one is open: a page never gets files of two versions.
self.addEventListener("activate", (event) => {
    const drop = async () => {
        const names = await caches.keys();
        await Promise.all(names.filter((other) => other.startsWith("alea-") && other !== name).map((other) => caches.delete(other)));
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
