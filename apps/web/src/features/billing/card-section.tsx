import { Button, Group, Stack, Text } from '@mantine/core';
import type { Subscription } from '@stridewell/contract/billing/billing';
import { IconCreditCard } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { codeOf } from '../../lib/errors.ts';
import { takeFocus } from '../../lib/take-focus.ts';
import { toast } from '../../lib/toasts.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { NO_CARD } from './billing.card.ts';
import { billingMessage } from './billing.messages.ts';
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
        <Group gap="sm" wrap="nowrap">
          <IconCreditCard size={22} stroke={1.75} style={{ flex: 'none' }} aria-hidden />
          <Text flex={1} fw={550}>
            {card ? `${brandWords(card.brand)} ending in ${card.last4}` : 'No card yet'}
          </Text>
          <Button variant="default" ref={edited ? takeFocus : undefined} onClick={open}>
            {card ? 'Update card' : 'Add a card'}
          </Button>
        </Group>
      )}
    </SectionCard>
  );
}

const brandWords = (brand: string): string => brand.charAt(0).toUpperCase() + brand.slice(1);

function CardForm({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const update = useUpdateCard();
  const form = useSchemaForm(async () => (await import('./billing.schemas.ts')).card, {
    initialValues: NO_CARD,
    async submit(card): Promise<Subscription | null> {
      try {
        return await update.mutateAsync(card);
      } catch (error) {
        if (codeOf(error) !== 'CARD_DECLINED' || !(error instanceof Error)) throw error;
        form.setFieldError('cardNumber', error.message);
        form.getInputNode('cardNumber')?.focus();
        return null;
      }
    },
    onDone(saved) {
      if (!saved) return;
      onClose();
      onChanged();
      toast.success('Card updated', 'The next payment goes to your new card.');
    },
  });
  const { ref } = form.formProps;
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref]);
  return (
    <form {...form.formProps} aria-label="New card">
      <Stack gap="md" maw={480}>
        <TestModeNote>Your card stays as it is until a test card is accepted.</TestModeNote>
        <ProblemAlert text={form.error && billingMessage(form.error, 'Your card was not changed. Please try again.')} />
        <CardFields form={form} />
        <Group>
          <Button type="submit" loading={form.busy}>
            Save card
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          Any open payment is retried with the new card.
        </Text>
      </Stack>
    </form>
  );
}
