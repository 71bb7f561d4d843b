import { Text, UnstyledButton } from '@mantine/core';
import { useRef, useState } from 'react';
import classes from './workout-player.module.css';

/** Reps in reserve that one tap can enter. More than four say little about effort [K]. */
const CHOICES = [0, 1, 2, 3, 4, 5] as const;
const MOST = 5;

const choiceText = (rir: number): string => (rir === MOST ? `${MOST}+` : String(rir));

type EffortChoiceProps = {
  /** The exercise and the number of the set. */
  label: string;
  rir: number | null;
  /** The planned effort, in repetitions in reserve. */
  planned: number | null;
  readOnly: boolean;
  onChange: (rir: number | null) => void;
};

/** The reps in reserve of a set, entered with two taps and without a keyboard. A second tap on the answer removes it. */
export function EffortChoice({ label, rir, planned, readOnly, onChange }: EffortChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const said = rir !== null ? `, ${rir}` : planned !== null ? `, planned ${planned}` : '';
  const choose = (value: number) => {
    onChange(value === rir ? null : value);
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <UnstyledButton
        ref={button}
        className={classes.effort}
        aria-label={`${label}: reps in reserve${said}`}
        aria-expanded={isOpen}
        data-entered={rir !== null || undefined}
        disabled={readOnly}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={classes.effortName}>RIR</span>
        <span className={classes.effortValue}>{rir ?? planned ?? '–'}</span>
      </UnstyledButton>
      {isOpen && (
        <fieldset className={classes.choices}>
          <Text component="legend" size="sm" c="dimmed" mb={4}>
            How many more reps could you have done?
          </Text>
          {CHOICES.map((value) => (
            <UnstyledButton
              key={value}
              className={classes.choice}
              aria-pressed={value === rir}
              onClick={() => choose(value)}
            >
              {choiceText(value)}
            </UnstyledButton>
          ))}
        </fieldset>
      )}
    </>
  );
}
