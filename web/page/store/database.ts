/** The page's own data, in IndexedDB; it never leaves the browser. */
export interface SavedGame {
    id: string; // the game's own hash, from its review; a game is kept once
    kept: string; // the day, such as 2026-11-21
    game: string; // the spec, with all parameters
    title: string;
    record: string; // the text of its record
    rules: string | null; // the text of a rule file that is not built in
    people: PersonResult[];
}

export interface PersonResult {
    player: string;
    objective: string;
    result: number;
    start: number;
    luck: number;
    mistakes: number;
    adjusted: number;
    decisions: number;
    inaccuracies: number;
    mistaken: number;
    blunders: number;
    less_is_better: boolean;
}

/** A mistake to repeat: the position is the last one of a record. */
export interface Card {
    id: string; // game, objective and position
    game: string;
    title: string;
    objective: string;
    record: string;
    rules: string | null;
    position: string;
    best: string;
    chosen: string;
    cost: number;
    why: string;
    box: number; // 0 … 5
    due: string; // the day
}

/** An unfinished game: enough to resume it after the page was closed. */
export interface Unfinished {
    record: string;
    rules: string | null;
    setup: unknown;
}

type Stores = { games: SavedGame; cards: Card; state: Unfinished };
type StoreName = keyof Stores;

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
    opened ??= new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open("alea", 1);
        request.onupgradeneeded = () => {
            request.result.createObjectStore("games", { keyPath: "id" });
            request.result.createObjectStore("cards", { keyPath: "id" });
            request.result.createObjectStore("state");
        };
        request.onsuccess = () => {
            request.result.onversionchange = () => request.result.close();
            resolve(request.result);
        };
        request.onerror = () => reject(request.error ?? new Error("IndexedDB"));
    });
    opened.catch(() => (opened = undefined)); // the next call tries again
    return opened;
}

async function run<T>(store: StoreName, mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await open();
    return new Promise<T>((resolve, reject) => {
        const transaction = database.transaction(store, mode);
        const request = act(transaction.objectStore(store));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => reject(transaction.error ?? request.error ?? new Error("IndexedDB"));
    });
}

export const all = <S extends StoreName>(store: S): Promise<Stores[S][]> =>
    run(store, "readonly", (s) => s.getAll() as IDBRequest<Stores[S][]>);
export const get = <S extends StoreName>(store: S, id: string): Promise<Stores[S] | undefined> =>
    run(store, "readonly", (s) => s.get(id) as IDBRequest<Stores[S] | undefined>);
export const put = <S extends "games" | "cards">(store: S, entry: Stores[S]): Promise<unknown> =>
    run(store, "readwrite", (s) => s.put(entry));
export const remove = (store: StoreName, id: string): Promise<unknown> => run(store, "readwrite", (s) => s.delete(id));
export const clear = (store: StoreName): Promise<unknown> => run(store, "readwrite", (s) => s.clear());

export const unfinished = {
    read: (): Promise<Unfinished | undefined> => get("state", "unfinished"),
    write: (game: Unfinished): Promise<unknown> => run("state", "readwrite", (s) => s.put(game, "unfinished")),
    drop: (): Promise<unknown> => remove("state", "unfinished"),
};
