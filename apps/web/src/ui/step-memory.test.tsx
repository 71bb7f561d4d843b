import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { show } from '../../test/show.tsx';
import { StepContext, useForgetSteps, useHasUnsavedSteps, useStepState } from './step-memory.ts';

const PATH = ['setup', 'anna'];

function Step({ stored }: { stored: string }) {
  const [value, setValue] = useStepState(stored, () => stored);
  return <input aria-label="Goal" value={value} onChange={(event) => setValue(event.currentTarget.value)} />;
}

/** Two steps of which one is shown, for a stored value that can change. */
function Steps() {
  const [step, setStep] = useState('goal');
  const [stored, setStored] = useState('Lose 4 kg');
  const forget = useForgetSteps(PATH);
  const unsaved = useHasUnsavedSteps(PATH);
  return (
    <StepContext value={{ path: PATH, step }}>
      {step === 'goal' && <Step stored={stored} />}
      <output>{unsaved ? 'unsaved' : 'saved'}</output>
      <button type="button" onClick={() => setStep(step === 'goal' ? 'food' : 'goal')}>
        Other step
      </button>
      <button type="button" onClick={() => setStored('Gain 2 kg')}>
        Save elsewhere
      </button>
      <button type="button" onClick={() => forget('goal')}>
        Forget
      </button>
    </StepContext>
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const goal = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Goal' });
const type = (value: string) => fireEvent.change(goal(), { target: { value } });
function visitOtherStep() {
  press('Other step');
  press('Other step');
}

const isStatus = (text: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(text));

describe('the values of a step', () => {
  it('start from the stored version', () => {
    show(<Steps />);
    expect(goal().value).toBe('Lose 4 kg');
    expect(screen.getByRole('status').textContent).toBe('saved');
  });

  it('survive a visit to another step', async () => {
    show(<Steps />);
    type('Lose 5 kg');
    await isStatus('unsaved');
    visitOtherStep();
    expect(goal().value).toBe('Lose 5 kg');
  });

  it('give way to a newer stored version', () => {
    show(<Steps />);
    type('Lose 5 kg');
    press('Save elsewhere');
    visitOtherStep();
    expect(goal().value).toBe('Gain 2 kg');
  });

  it('are gone once they are forgotten', async () => {
    show(<Steps />);
    type('Lose 5 kg');
    await isStatus('unsaved');
    press('Forget');
    await isStatus('saved');
    visitOtherStep();
    expect(goal().value).toBe('Lose 4 kg');
  });
});
