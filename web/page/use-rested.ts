import { useEffect, useState } from "preact/hooks";

/** What was there a moment ago: it changes once the value has rested for so many milliseconds. */
export function useRested<T>(value: T, delay: number): T {
    const [rested, setRested] = useState(value);
    useEffect(() => {
        const timer = setTimeout(() => setRested(value), delay);
        return () => clearTimeout(timer);
    }, [value, delay]);
    return rested;
}
