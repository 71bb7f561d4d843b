import { useState } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { island } from './island.tsx';

const send = vi.fn();

/** Fields whose values are state, which starts empty. */
const Form = island(function Form() {
  const [values, setValues] = useState({ name: '', source: '', agreed: false });
  return (
    <>
      <input value={values.name} onChange={({ target }) => setValues((all) => ({ ...all, name: target.value }))} />
      <select value={values.source} onChange={({ target }) => setValues((all) => ({ ...all, source: target.value }))}>
        <option value="">None</option>
        <option value="friend">A friend</option>
      </select>
      <input
        type="checkbox"
        checked={values.agreed}
        onChange={({ target }) => setValues((all) => ({ ...all, agreed: target.checked }))}
      />
      <button type="button" onClick={() => send(values)}>
        Send
      </button>
    </>
  );
});

let root: Root | undefined;
// Other test files share the document.
afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
});

/** The page as the server sends it. */
function arrive() {
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  place.innerHTML = renderToString(<Form />);
  return place;
}

const find = <Element extends HTMLElement>(place: HTMLElement, selector: string) => {
  const found = place.querySelector<Element>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
};

it('takes up what was entered before it came to life, and then presses the held button', async () => {
  const place = arrive();
  find<HTMLInputElement>(place, 'input').value = 'Vera';
  find<HTMLSelectElement>(place, 'select').value = 'friend';
  find<HTMLInputElement>(place, '[type=checkbox]').checked = true;
  window.heldButton = find(place, 'button');
  root = hydrateRoot(place, <Form />);
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  expect(send).toHaveBeenCalledWith({ name: 'Vera', source: 'friend', agreed: true });
  expect(find<HTMLInputElement>(place, 'input').value).toBe('Vera');
});

it('presses none without a press before', async () => {
  send.mockClear();
  const place = arrive();
  root = hydrateRoot(place, <Form />);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(send).not.toHaveBeenCalled();
});
