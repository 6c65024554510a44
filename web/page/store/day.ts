/** Days as the notebook writes them, such as 2026-11-21, in the reader's time zone. */
export function today(now: Date = new Date()): string {
    const two = (n: number): string => String(n).padStart(2, "0");
    return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

export function daysAfter(day: string, days: number): string {
    const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
    return today(new Date(year, month - 1, date + days));
}
