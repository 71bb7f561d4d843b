import { TextInput, type TextInputProps, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import classes from './number-input.module.css';
import {
  digitsOf,
  EXACT_DIGITS,
  edit,
  type NumberFormat,
  type NumberValue,
  numberOf,
  stepped,
  textOf,
} from './number-text.ts';

export type NumberInputProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'ref'> & {
  /** An empty text for none. */
  value?: number | string | null | undefined;
  onChange?: ((value: NumberValue) => void) | undefined;
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  /** `strict` refuses what is out of range while it is typed; `blur` corrects it when the field is left. */
  clampBehavior?: 'strict' | 'blur' | 'none';
  allowDecimal?: boolean;
  allowNegative?: boolean;
  decimalScale?: number | undefined;
  thousandSeparator?: NumberFormat['thousandSeparator'];
  prefix?: string;
  suffix?: string;
  /** Leaves out the two buttons that change the number by a step. */
  hideControls?: boolean;
};

/** Widths of the two buttons and sizes of their signs, as the component library has them. */
const CONTROLS: Record<string, { width: number; chevron: number }> = {
  xs: { width: 17, chevron: 10 },
  sm: { width: 24, chevron: 14 },
  md: { width: 27, chevron: 16 },
  lg: { width: 31, chevron: 18 },
  xl: { width: 34, chevron: 20 },
};

const sectionOf = (size: string) => CONTROLS[size] ?? { width: 24, chevron: 14 };

/**
 * A field for a number. The component library's own weighs as much as a page, because it also formats patterns, big
 * integers and currencies of other scripts.
 */
export function NumberInput({
  value,
  onChange,
  min = Number.NEGATIVE_INFINITY,
  max = Number.POSITIVE_INFINITY,
  step = 1,
  clampBehavior = 'blur',
  allowDecimal = true,
  allowNegative = true,
  decimalScale = EXACT_DIGITS,
  thousandSeparator = '',
  prefix = '',
  suffix = '',
  hideControls = false,
  size = 'sm',
  onBlur,
  onKeyDown,
  ...inputProps
}: NumberInputProps) {
  const decimals = allowDecimal ? decimalScale : 0;
  const format: NumberFormat = { prefix, suffix, thousandSeparator, decimals, allowNegative };
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const [typed, setTyped] = useState({ digits: digitsOf(value, format), value });
  // The same number may be typed in several ways: 1, 1. and 1.0. Another number comes from outside.
  const isSame = digitsOf(value, format) === digitsOf(numberOf(typed.digits), format);
  const digits = Object.is(value, typed.value) || isSame ? typed.digits : digitsOf(value, format);
  if (!Object.is(value, typed.value)) setTyped({ digits, value });
  const text = textOf(digits, format);
  const shown = numberOf(digits);

  // Formatting moves the caret to the end.
  useLayoutEffect(() => {
    if (caret.current !== null && document.activeElement === input.current)
      input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const enter = (next: string) => {
    setTyped({ digits: next, value });
    if (numberOf(next) !== shown) onChange?.(numberOf(next));
  };
  const change = (after: string, at: number) => {
    const next = edit(text, after, at, format);
    const number = numberOf(next.digits);
    const isRefused = clampBehavior === 'strict' && number !== '' && (number < min || number > max);
    caret.current = isRefused ? Math.max(0, at - Math.max(0, after.length - text.length)) : next.caret;
    enter(isRefused ? digits : next.digits);
  };
  const leave = () => {
    const clamped = shown !== '' && clampBehavior === 'blur' ? Math.min(max, Math.max(min, shown)) : shown;
    // A number that the form did not take gives way to the one that it has.
    const isTaken = value === undefined || clamped !== shown || isSame;
    if (isTaken) enter(digitsOf(clamped, format));
    else setTyped({ digits: digitsOf(value, format), value });
  };
  const isFixed = Boolean(inputProps.readOnly || inputProps.disabled);
  const stepBy = (by: number) => {
    const lowest = min === Number.NEGATIVE_INFINITY && !allowNegative ? 0 : min;
    const next = digitsOf(stepped(shown, by, lowest, max), format);
    caret.current = textOf(next, format).length - suffix.length;
    enter(next);
  };
  const stepByKey = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    if (isFixed || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    stepBy(event.key === 'ArrowUp' ? step : -step);
  };
  const { width, chevron } = sectionOf(size);
  const control = (by: number, isAtEnd: boolean) => (
    <UnstyledButton
      className={classes.control ?? ''}
      tabIndex={-1}
      aria-hidden
      disabled={isFixed || isAtEnd}
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        event.preventDefault();
        input.current?.focus();
        stepBy(by);
      }}
    >
      <IconChevronDown stroke={1.75} className={`${classes.chevron} ${by > 0 ? classes.up : ''}`} />
    </UnstyledButton>
  );
  return (
    <TextInput
      inputMode="decimal"
      {...inputProps}
      {...(!hideControls &&
        !inputProps.readOnly && {
          rightSection: (
            <div className={classes.controls} style={{ '--chevron': `${chevron}px` } as CSSProperties}>
              {control(step, shown !== '' && shown >= max)}
              {control(-step, shown !== '' && shown <= min)}
            </div>
          ),
          rightSectionWidth: width,
        })}
      ref={input}
      size={size}
      value={text}
      onChange={({ currentTarget }) =>
        change(currentTarget.value, currentTarget.selectionStart ?? currentTarget.value.length)
      }
      onKeyDown={stepByKey}
      onBlur={(event) => {
        leave();
        onBlur?.(event);
      }}
    />
  );
}
