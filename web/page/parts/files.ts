/** Gives the reader a file to keep. */
export function saveText(name: string, type: string, content: string): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([content], { type }));
    link.download = name.replace(/[^\w.-]+/g, "-");
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export interface NamedText {
    name: string;
    content: string;
}

/** Reads text files unchanged; fails if a file is not UTF-8. */
export async function readTexts(files: Iterable<File>): Promise<NamedText[]> {
    const read = async (file: File): Promise<NamedText> => {
        const bytes = await file.arrayBuffer();
        return { name: file.name, content: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
    };
    return Promise.all([...files].map(read));
}
