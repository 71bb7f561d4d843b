import { type RefObject, useEffect, useState } from 'react';

const PROBLEM = '[aria-invalid="true"], .mantine-InputWrapper-error';
const ANSWER = 'input:not([type="file"]), textarea, button, [tabindex="0"]';

/** Sliders and choices say what is wrong below them, and are not marked themselves. */
function firstProblem(form: HTMLFormElement | null): HTMLElement | null | undefined {
  const first = form?.querySelector<HTMLElement>(PROBLEM);
  return first?.matches('[aria-invalid]')
    ? first
    : first?.closest('.mantine-InputWrapper-root')?.querySelector<HTMLElement>(ANSWER);
}

/** Answers what to call after problems were set: once they are on screen, the first field with one gets the focus. */
export function useProblemFocus(form: RefObject<HTMLFormElement | null>): () => void {
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0) firstProblem(form.current)?.focus();
  }, [form, attempts]);
  return () => setAttempts((before) => before + 1);
}
