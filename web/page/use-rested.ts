import { useEffect, useState } from "preact/hooks";

/** The value delayed: it changes after the input has been unchanged for this many milliseconds. */
export function useRested<T>(value: T, delay: number): T {
    const [rested, setRested] = useState(value);
    useEffect(() => {
        const timer = setTimeout(() => setRested(value), delay);
        return () => clearTimeout(timer);
    }, [value, delay]);
    return rested;
}
