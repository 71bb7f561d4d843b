import { afterEach, expect, it } from 'vitest';
import { aCoach } from '../../test/people.ts';
import { takePageSession } from './session-api.ts';

afterEach(() => {
  document.body.replaceChildren();
});

function write(text: string): void {
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = 'page-session';
  element.textContent = text;
  document.body.append(element);
}

it('the session of the page is read once and does not stay in it', () => {
  const page = { session: aCoach(), isDue: true };
  write(JSON.stringify(page));
  expect(takePageSession()).toEqual(page);
  expect(document.body.innerHTML).toBe('');
  expect(takePageSession()).toBeUndefined();
});

it('a page can say that there is no session', () => {
  write('{"session":null,"isDue":false}');
  expect(takePageSession()).toEqual({ session: null, isDue: false });
});
