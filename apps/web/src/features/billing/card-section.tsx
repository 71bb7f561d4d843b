import { Button, Group, Stack, Text } from '@mantine/core';
import type { Subscription } from '@stridewell/contract/billing';
import { IconCreditCard } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { codeOf } from '../../lib/errors.ts';
import { takeFocus } from '../../lib/take-focus.ts';
import { toast } from '../../lib/toasts.ts';
import { useProblemFocus } from '../../lib/use-problem-focus.ts';
import { type CardProblems, type CardValues, cardProblems, NO_CARD } from './billing.card.ts';
import { billingMessage } from './billing.messages.ts';
import classes from './billing.module.css';
import { useUpdateCard } from './billing.queries.ts';
import { CardFields } from './card-fields.tsx';
import { TestModeNote } from './test-mode-note.tsx';

type CardSectionProps = { subscription: Pick<Subscription, 'card'>; onChanged: () => void };

/** The card that pays, with a form to replace it. */
export function CardSection({ subscription: { card }, onChanged }: CardSectionProps) {
  const [editing, setEditing] = useState(false);
  const [edited, setEdited] = useState(false);
  // The form replaces the button and the other way round, so the focus moves along.
  const open = () => {
    setEdited(true);
    setEditing(true);
  };
  return (
    <SectionCard title="Payment method">
      {editing ? (
        <CardForm onClose={() => setEditing(false)} onChanged={onChanged} />
      ) : (
        <div className={classes.card}>
          <IconCreditCard size={22} stroke={1.75} aria-hidden />
          <p>{card ? `${brandWords(card.brand)} ending in ${card.last4}` : 'No card yet'}</p>
          <Button variant="default" ref={edited ? takeFocus : undefined} onClick={open}>
            {card ? 'Update card' : 'Add a card'}
          </Button>
        </div>
      )}
    </SectionCard>
  );
}

const brandWords = (brand: string): string => brand.charAt(0).toUpperCase() + brand.slice(1);

function CardForm({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const [values, setValues] = useState<CardValues>(NO_CARD);
  const [problems, setProblems] = useState<CardProblems>({});
  const update = useUpdateCard();
  const form = useRef<HTMLFormElement>(null);
  const focusProblem = useProblemFocus(form);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  function showProblems(found: CardProblems) {
    setProblems(found);
    focusProblem();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = cardProblems(values, new Date());
    showProblems(found);
    if (Object.keys(found).length > 0 || update.isPending) return;
    update.mutate(values, {
      onSuccess: () => {
        onClose();
        onChanged();
        toast.success('Card updated', 'The next payment goes to your new card.');
      },
      onError: (error) => {
        if (codeOf(error) === 'CARD_DECLINED') showProblems({ cardNumber: error.message });
      },
    });
  }

  const failure = update.error && codeOf(update.error) !== 'CARD_DECLINED' ? update.error : null;
  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="New card">
      <Stack gap="md" maw={480}>
        <TestModeNote>Your card stays as it is until a test card is accepted.</TestModeNote>
        <ProblemAlert text={failure && billingMessage(failure, 'Your card was not changed. Please try again.')} />
        <CardFields
          values={values}
          problems={problems}
          onChange={(changed) => {
            setValues(changed);
            setProblems({});
          }}
        />
        <Group>
          <Button type="submit" loading={update.isPending}>
            Save card
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          If a payment is open, it is tried again with the new card.
        </Text>
      </Stack>
    </form>
  );
}
