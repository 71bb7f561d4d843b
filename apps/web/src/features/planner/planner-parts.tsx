import { Card, List, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { money } from '../../lib/format.ts';
import { choosableClientsQuery } from '../../shared/choosable-clients.ts';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { plannerQuery } from './planner.queries.ts';
import classes from './planner-page.module.css';

const TYPING_MS = 200;
const MICROS_PER_CENT = 10_000;

/** The page while the record of the chosen client loads. `choice` stays, for another client. */
export function PlannerWaiting({ choice }: { choice: ReactNode }) {
  return (
    <div className={classes.columns}>
      <Card padding="md">
        <Stack gap="md">
          {choice}
          <Skeleton height={420} />
        </Stack>
      </Card>
      <Skeleton height={240} radius="lg" />
    </div>
  );
}

/** Why there is no draft, in the words of the screening. */
export function Blocked({ blocks, name, what }: { blocks: readonly string[]; name: string; what: string }) {
  return (
    <Notice tone="warning" title={`No ${what} for ${name} yet`}>
      <Stack gap="xs">
        <List size="sm" spacing={4}>
          {blocks.map((block) => (
            <List.Item key={block}>{block}</List.Item>
          ))}
        </List>
        <Text size="sm">Once that is resolved, update the client’s details and draft again.</Text>
      </Stack>
    </Notice>
  );
}

/** Which model helps, and what is left of the month's budget. Nothing without a model. */
export function ModelNote({ coachId, what }: { coachId: string; what: string }) {
  const { data } = useQuery(plannerQuery(coachId));
  if (!data?.model) return null;
  const [spent, cap] = [data.spentMicros, data.capMicros].map((micros) => money(Math.round(micros / MICROS_PER_CENT)));
  return (
    <Muted>
      {data.model} helps choose {what}, within the rules, for clients who have agreed to it. {spent} of {cap} used this
      month.
    </Muted>
  );
}

type ClientChoiceProps = {
  coachId: string;
  clientId: string | undefined;
  /** Of the chosen client, once it is known. */
  name: string | undefined;
  /** The kind of draft without a client, like `a program`. */
  what: string;
  onClient: (clientId: string | undefined) => void;
};

/** Chooses the client by name. */
export function ClientChoice({ coachId, clientId, name, what, onClient }: ClientChoiceProps) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), TYPING_MS);
  const { data } = useQuery(choosableClientsQuery(coachId, q === name ? '' : q));
  const found = (data?.clients ?? []).filter(({ status }) => status === 'active' || status === 'paused');
  const choices = found.map((one) => ({ value: one.clientId, label: one.fullName }));
  const isMissing = clientId !== undefined && !choices.some(({ value }) => value === clientId);
  return (
    <Select
      label="Client"
      placeholder={`None: ${what} for your library`}
      searchable
      clearable
      nothingFoundMessage="No client found"
      data={isMissing && name ? [{ value: clientId, label: name }, ...choices] : choices}
      value={clientId ?? null}
      onSearchChange={setTyped}
      onChange={(value) => onClient(value ?? undefined)}
    />
  );
}
