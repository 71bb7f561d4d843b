import { Anchor, Button, Card, Group, Kbd, Stack, Text, Textarea, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { PreparedDecision } from '@stridewell/contract/decisions/decisions';
import { DECISION_KIND_TEXTS } from '@stridewell/contract/decisions/decisions.rules';
import { dayInZone } from '@stridewell/contract/time';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { dayInSentence, energySentence } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { Muted } from '../../ui/muted.tsx';
import classes from './decision-queue.module.css';
import type { SendMessage, Settlement } from './decisions.held.ts';
import { APPROVE_TEXTS, PAUSE_EFFECT, targetText } from './decisions.wording.ts';

const MAX_LETTERS = 4000;

/** Words and acts of other features about a decision. */
export type DecisionParts = {
  reasonText: (reason: PreparedDecision['reasons'][number]) => string;
  badge: (level: NonNullable<PreparedDecision['level']>) => ReactNode;
  send: SendMessage;
};

/** Facts and reasons of a decision, as one list of sentences. */
const factsOf = ({ facts, reasons }: PreparedDecision, { reasonText }: DecisionParts): string[] => [
  ...facts.map(energySentence),
  ...reasons.map(reasonText),
];

type RowProps = { parts: DecisionParts; decision: PreparedDecision; onOpen: () => void };

/** A decision that is not open: its client, its kind and its first fact. */
export function DecisionRow({ parts, decision, onOpen }: RowProps) {
  const [fact] = factsOf(decision, parts);
  return (
    <Card component="li" py={6} className={classes.card}>
      <UnstyledButton className={classes.pick} onClick={onOpen}>
        <Text span fw={600} miw={0}>
          {decision.clientName}
        </Text>
        <Muted span>{DECISION_KIND_TEXTS[decision.kind]}</Muted>
        {fact && (
          <Muted span className={classes.fact}>
            {fact}
          </Muted>
        )}
      </UnstyledButton>
    </Card>
  );
}

type CardProps = {
  coachId: string;
  parts: DecisionParts;
  decision: PreparedDecision;
  today: string;
  /** When the decision came on the screen, in milliseconds. */
  shownAt: number;
  /** Whether it replaces another decision, whose focus would be lost otherwise. */
  takesFocus: boolean;
  onSettle: (settlement: Settlement) => void;
};

/** The open decision with its facts, what happens on approval, and a key for each way to settle it. */
export function DecisionCard({ coachId, parts, decision, today, shownAt, takesFocus, onSettle }: CardProps) {
  const { clientId, clientName, kind, level, proposal, suggestedAt } = decision;
  const draft = proposal.type === 'message' ? proposal.draft : null;
  // A dismissed change or target is not proposed again. Messages and tasks come back.
  const isForGood = proposal.type === 'adjustment' || proposal.type === 'target';
  const [text, setText] = useState(draft ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) card.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const body = text.trim();
  const isEdited = draft !== null && body !== draft.trim();
  const settle = (outcome: Settlement['outcome']) =>
    onSettle({ decision, outcome, text: draft === null ? null : body, seconds: (Date.now() - shownAt) / 1000 });
  const canApprove = draft === null || body !== '';
  const approve = () => {
    if (canApprove) settle(isEdited ? 'edited' : 'approved');
  };
  const edit = () => field.current?.focus();
  useHotkeys([
    ['a', approve],
    ['e', edit],
    ['d', () => settle('dismissed')],
  ]);
  // Also from the field, where letters are text.
  useHotkeys([['mod+Enter', approve]], []);
  return (
    <Card component="li" ref={card} tabIndex={-1} aria-current="true" className={classes.card}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Group gap="sm" miw={0}>
            <Anchor component={Link} to={`/coach/${coachId}/client/${clientId}`} fw={600} c="inherit">
              {clientName}
            </Anchor>
            <Muted span>{DECISION_KIND_TEXTS[kind]}</Muted>
          </Group>
          {level && parts.badge(level)}
        </Group>
        <Sentences of={factsOf(decision, parts)} />
        {suggestedAt && <SuggestedDay suggestedAt={suggestedAt} today={today} />}
        {proposal.type === 'message' && (
          <Textarea
            ref={field}
            label={`Message to ${clientName}`}
            autosize
            minRows={2}
            maxRows={10}
            maxLength={MAX_LETTERS}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') event.currentTarget.blur();
            }}
          />
        )}
        {proposal.type === 'adjustment' && <Sentences of={proposal.lines} />}
        {proposal.type === 'target' && <Text fw={600}>{targetText(proposal)}</Text>}
        {proposal.type === 'pause' && <Muted>{PAUSE_EFFECT}</Muted>}
        <Group gap="xs" className={classes.actions}>
          <Button onClick={approve} disabled={!canApprove} aria-keyshortcuts="A" rightSection={<KeyOf letter="A" />}>
            {APPROVE_TEXTS[proposal.type]}
          </Button>
          {draft !== null && (
            <Button variant="default" onClick={edit} aria-keyshortcuts="E" rightSection={<KeyOf letter="E" />}>
              Edit
            </Button>
          )}
          <Button
            variant="default"
            onClick={() => settle('dismissed')}
            aria-keyshortcuts="D"
            rightSection={<KeyOf letter="D" />}
          >
            {isForGood ? 'Dismiss' : 'Skip for a week'}
          </Button>
          {kind === 'reply' && (
            <Anchor component={Link} to={`/coach/${coachId}/messages/${clientId}`} size="sm">
              Read the conversation
            </Anchor>
          )}
        </Group>
      </Stack>
    </Card>
  );
}

/** The drawn day of a message, which the coach need not wait for. */
function SuggestedDay({ suggestedAt, today }: { suggestedAt: string; today: string }) {
  const day = dayInZone(new Date(suggestedAt), useTimeZone());
  return (
    <Muted>
      {`Suggested for ${dayInSentence(day, today)}. The day is drawn at random, to learn whether waiting helps. You can send it now.`}
    </Muted>
  );
}

const Sentences = ({ of }: { of: readonly string[] }) => (
  <Stack component="ul" gap={2} m={0} p={0} style={{ listStyle: 'none' }}>
    {of.map((sentence) => (
      <Text key={sentence} component="li" size="sm">
        {sentence}
      </Text>
    ))}
  </Stack>
);

const KeyOf = ({ letter }: { letter: string }) => (
  <Kbd size="xs" className={classes.keys}>
    {letter}
  </Kbd>
);
