import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { show } from '../../test/show.tsx';
import { NumberInput, type NumberInputProps } from './number-input.tsx';

type FieldProps = NumberInputProps & { said?: (number | string)[]; taken?: (value: number | '') => boolean };

function Field({ said = [], taken = () => true, value: initial = '', ...props }: FieldProps) {
  const [value, setValue] = useState(initial);
  return (
    <NumberInput
      label="Weight"
      value={value}
      onChange={(next) => {
        said.push(next);
        if (taken(next)) setValue(next);
      }}
      {...props}
    />
  );
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Weight' });

function open(props: FieldProps = {}) {
  const said: (number | string)[] = [];
  show(<Field said={said} {...props} />);
  const input = field();
  input.focus();
  return { said, input };
}

const setText = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;

/** Writes at the caret, or deletes before it, as a keyboard does. */
function write(input: HTMLInputElement, text: string, deleted = 0) {
  const { value } = input;
  const start = Math.max(0, (input.selectionStart ?? value.length) - deleted);
  const caret = start + text.length;
  setText?.call(input, value.slice(0, start) + text + value.slice(input.selectionEnd ?? value.length));
  input.setSelectionRange(caret, caret);
  fireEvent.input(input);
}

const type = (input: HTMLInputElement, text: string) => {
  for (const sign of text) write(input, sign);
};
const backspace = (input: HTMLInputElement) => write(input, '', 1);
const clear = (input: HTMLInputElement) => void fireEvent.change(input, { target: { value: '' } });
const press = (input: HTMLInputElement, ...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(input, { key });
};

it.each([13.2, 67.7, 0.1, 4.35, -2.4, 1234567.89, 379])('shows %s with the digits that it has', (value) => {
  open({ value });
  expect(field().value).toBe(String(value));
});

describe('typing', () => {
  it.each([
    ['72.5', '72.5', 72.5, {}],
    ['72,5', '72.5', 72.5, {}],
    ['.5', '.5', 0.5, {}],
    ['007', '007', 7, {}],
    ['1.50', '1.50', 1.5, {}],
    ['1.239', '1.23', 1.23, { decimalScale: 2 }],
    ['1.2.3', '1.23', 1.23, {}],
    ['12.5', '125', 125, { allowDecimal: false }],
    ['-4', '-4', -4, {}],
    ['-4', '4', 4, { allowNegative: false }],
    ['a1b2', '12', 12, {}],
    ['1234567.5', '1,234,567.5', 1_234_567.5, { thousandSeparator: ',' as const }],
    ['30', '30 g', 30, { suffix: ' g' }],
    ['30', '$30', 30, { prefix: '$' }],
    ['999', '99', 99, { max: 100, clampBehavior: 'strict' as const }],
  ])('%s shows %s', (keys, text, value, props) => {
    const { said, input } = open(props);
    type(input, keys);
    expect(input.value).toBe(text);
    expect(said.at(-1)).toBe(value);
  });

  it('says only numbers, and an empty text for none', () => {
    const { said, input } = open();
    type(input, '-1.0');
    clear(input);
    expect(said).toEqual([-1, '']);
    expect(input.inputMode).toBe('decimal');
  });

  it('keeps the caret where it was', () => {
    const { input } = open({ value: 1234, thousandSeparator: ',' });
    expect(input.value).toBe('1,234');
    input.setSelectionRange(3, 3);
    type(input, '99');
    expect([input.value, input.selectionStart]).toEqual(['129,934', 5]);
    backspace(input);
    expect([input.value, input.selectionStart]).toEqual(['12,934', 4]);
  });

  it('moves over a separator and a suffix', () => {
    const { said, input } = open({ value: 1234, thousandSeparator: ',', suffix: ' g' });
    backspace(input);
    expect([input.value, input.selectionStart]).toEqual(['1,234 g', 5]);
    backspace(input);
    expect(input.value).toBe('123 g');
    input.setSelectionRange(7, 7);
    type(input, '5');
    expect(input.value).toBe('1,235 g');
    expect(said).toEqual([123, 1235]);
  });

  it.each([
    ['1,234.50', 1234.5, ',' as const],
    ['1.234,50', 1234.5, ',' as const],
    ['1,234', 1234, ',' as const],
    ['1,234', 1.234, '' as const],
    ['1,234,567', 1_234_567, '' as const],
    ['€ 12,50', 12.5, '' as const],
    ['−3', -3, '' as const],
  ])('reads %s from the clipboard as %d', (text, value, thousandSeparator) => {
    const { said, input } = open({ thousandSeparator });
    fireEvent.change(input, { target: { value: text } });
    expect(said).toEqual([value]);
  });

  it('keeps whole numbers whole', () => {
    const { said, input } = open({ allowDecimal: false });
    fireEvent.change(input, { target: { value: '12.9' } });
    expect([input.value, ...said]).toEqual(['12', 12]);
  });
});

describe('leaving', () => {
  it('corrects the text and what is out of range', () => {
    const { said, input } = open({ min: 5, max: 10 });
    type(input, '010.');
    fireEvent.blur(input);
    expect(input.value).toBe('10');
    clear(input);
    type(input, '3');
    fireEvent.blur(input);
    expect([input.value, said.at(-1)]).toEqual(['5', 5]);
  });

  it('leaves the number alone without clamping, and an empty field empty', () => {
    const { said, input } = open({ min: 5, clampBehavior: 'none' });
    type(input, '3');
    fireEvent.blur(input);
    clear(input);
    fireEvent.blur(input);
    expect([input.value, ...said]).toEqual(['', 3, '']);
  });

  it('shows the number of the form again when it did not take the other one', () => {
    const { input } = open({ value: 4, taken: (next) => next !== '' });
    clear(input);
    expect(input.value).toBe('');
    fireEvent.blur(input);
    expect(input.value).toBe('4');
  });
});

describe('steps', () => {
  it('follow the arrow keys within the range', () => {
    const { said, input } = open({ value: 0.2, step: 0.1, min: 0, max: 0.4 });
    press(input, 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown');
    expect(said).toEqual([0.3, 0.4, 0.3]);
    expect(input.value).toBe('0.3');
  });

  it('start at zero, or at the lowest number', () => {
    const { said, input } = open({ min: 5 });
    press(input, 'ArrowUp', 'ArrowDown');
    expect(said).toEqual([5]);
  });

  it('have buttons for the pointer, which are off at the ends', () => {
    const { said, input } = open({ value: 9, max: 10 });
    const [up, down] = input.parentElement?.querySelectorAll('button') ?? [];
    if (!up || !down) throw new Error('no buttons');
    fireEvent.pointerDown(up);
    expect([up.disabled, down.disabled]).toEqual([true, false]);
    fireEvent.pointerDown(down);
    expect(said).toEqual([10, 9]);
    expect(document.activeElement).toBe(input);
  });

  it('are missing where nothing may change', () => {
    const { said, input } = open({ value: 9, readOnly: true });
    expect(input.parentElement?.querySelector('button')).toBeNull();
    press(input, 'ArrowUp');
    expect(said).toEqual([]);
  });
});

it.each([
  ['80.46', '80.5'],
  [79, '79'],
  [1e-7, '0'],
  [Number.NaN, ''],
  [undefined, ''],
])('shows %s as %s, with one decimal', (value, text) => {
  show(<NumberInput label="Weight" value={value} decimalScale={1} />);
  expect(field().value).toBe(text);
});

function Reset() {
  const [value, setValue] = useState<number | ''>(80);
  return (
    <>
      <NumberInput label="Weight" value={value} onChange={setValue} />
      <button type="button" onClick={() => setValue(75)}>
        Last time
      </button>
    </>
  );
}

it('follows another number from outside', () => {
  show(<Reset />);
  type(field(), '.');
  expect(field().value).toBe('80.');
  fireEvent.click(screen.getByRole('button', { name: 'Last time' }));
  expect(field().value).toBe('75');
});
