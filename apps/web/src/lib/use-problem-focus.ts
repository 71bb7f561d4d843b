import { type RefObject, useEffect, useState } from 'react';

const PROBLEM = '[aria-invalid="true"], .mantine-InputWrapper-error';
const ANSWER = 'input:not([type="file"]), textarea, button, [tabindex="0"]';

/** Sliders and choices show their error below and are not marked invalid themselves. */
function firstProblem(form: HTMLFormElement | null): HTMLElement | null | undefined {
  const first = form?.querySelector<HTMLElement>(PROBLEM);
  return first?.matches('[aria-invalid]')
    ? first
    : first?.closest('.mantine-InputWrapper-root')?.querySelector<HTMLElement>(ANSWER);
}

/** @returns a function that focuses the first field with an error after the next render. Call it after errors were set. */
export function useProblemFocus(form: RefObject<HTMLFormElement | null>): () => void {
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0) firstProblem(form.current)?.focus();
  }, [form, attempts]);
  return () => setAttempts((before) => before + 1);
}
