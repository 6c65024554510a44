/** Registers the service worker after the page has loaded, so that it does not compete with the first visit. */
export function keepOffline(): void {
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    const register = (): void => {
        navigator.serviceWorker.register(new URL("service-worker.js", document.baseURI)).catch(() => {
            // Without it (a private window, a file without a server) the page works, only not offline.
        });
    };
    const wait = (): unknown =>
        "requestIdleCallback" in window ? requestIdleCallback(register, { timeout: 4000 }) : setTimeout(register, 2000);
    if (document.readyState === "complete") wait();
    else addEventListener("load", wait, { once: true });
}
