declare module "virtual:frame" {
    /** The text of a bot's frame, by the kind of its program (vite.config.ts). */
    export const frames: { js: string; wasm: string };
}
