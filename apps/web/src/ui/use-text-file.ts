import { useState } from 'react';
import { decodeText } from '../lib/decode-text.ts';

const MEGABYTE = 1_000_000;

type TextFileOptions = {
  maxMegabytes: number;
  /** Shown for a larger file. */
  tooLarge?: string;
  /** The text in the bytes of a file, which may also be a refusal. By default the file is a text. */
  textOf?: (bytes: Uint8Array, name: string) => Promise<string | { problem: string }>;
  /** Takes the text of a file with its name. @returns why it cannot be read, or null */
  read: (text: string, name: string) => string | null;
};

/** Reads a text file, or a text that was pasted instead. `problem` says why the last one could not be read. */
export function useTextFile({ maxMegabytes, tooLarge, textOf, read }: TextFileOptions) {
  const [problem, setProblem] = useState<string | null>(null);
  const readText = (text: string, name: string) => setProblem(read(text, name));
  const readFile = async (file: File | null | undefined) => {
    if (!file) return;
    if (file.size > maxMegabytes * MEGABYTE) {
      setProblem(tooLarge ?? `This file is larger than ${maxMegabytes} MB.`);
      return;
    }
    // The file may have been moved, or the browser may not read it.
    const buffer = await file.arrayBuffer().catch(() => null);
    if (!buffer) {
      setProblem('This file could not be opened. Please choose it again.');
      return;
    }
    const bytes = new Uint8Array(buffer);
    const text = textOf ? await textOf(bytes, file.name) : decodeText(bytes);
    if (typeof text === 'string') readText(text, file.name);
    else setProblem(text.problem);
  };
  return { problem, readText, readFile };
}
