import { Button, Card, Stack, Text, Title } from '@mantine/core';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { IconCircleCheck } from '@tabler/icons-react';
import { createFileRoute, Link } from '@tanstack/react-router';
import { type FunctionComponent, useCallback, useState } from 'react';
import { requireClient } from '../app/guards.ts';
import { hasFormerCoach } from '../app/sending/unsent.ts';
import { useSession } from '../app/session.ts';
import type { UnsentPartProps } from '../app/unsent/part.ts';
import { type UnsentKind, waits } from '../device/keys.ts';
import { senders } from '../device/senders.ts';
import { useStore } from '../lib/store.ts';
import { late } from '../ui/late.tsx';

export const Route = createFileRoute('/client/unsent')({
  beforeLoad: requireClient,
  component: UnsentPage,
});

type Kind = Exclude<UnsentKind, 'files'>;

/** The list of each kind loads when the device holds entries of it. */
const PARTS: Record<Kind, FunctionComponent<UnsentPartProps>> = {
  workouts: late(async () => (await import('../app/unsent/workouts.tsx')).default),
  food: late(async () => (await import('../app/unsent/food.tsx')).default),
  'own-foods': late(async () => (await import('../app/unsent/own-foods.tsx')).default),
  habits: late(async () => (await import('../app/unsent/habits.tsx')).default),
  'check-ins': late(async () => (await import('../app/unsent/check-ins.tsx')).default),
  messages: late(async () => (await import('../app/unsent/messages.tsx')).default),
};
/** In the order of the page. */
const KINDS = Object.keys(PARTS) as Kind[];

function UnsentPage() {
  const { session } = useSession();
  // Signing out clears the session shortly before it leaves the page.
  return session && <Unsent session={session} />;
}

function Unsent({ session }: { session: CurrentSession }) {
  const { id: userId } = session.user;
  const wanted = useStore(senders);
  const [counts, setCounts] = useState<ReadonlyMap<Kind, number>>(new Map());
  const setCount = useCallback(
    (kind: Kind, count: number) => setCounts((before) => new Map(before).set(kind, count)),
    [],
  );
  const shown = KINDS.filter(
    (kind) => wanted.has(kind) || waits(userId, kind) || (kind === 'check-ins' && hasFormerCoach(session)),
  );
  const count = [...counts.values()].reduce((sum, one) => sum + one, 0);
  return (
    <Stack gap="lg" maw={680} mx="auto">
      <Stack gap={4}>
        <Title order={1}>Not sent</Title>
        {count > 0 && <Text c="dimmed">You wrote this, and it was not sent. It stays here until you discard it.</Text>}
      </Stack>
      {shown.map((kind) => (
        <Part key={kind} kind={kind} session={session} onCount={setCount} />
      ))}
      {count === 0 && shown.every((kind) => counts.has(kind)) && (
        <Card padding="xl">
          <Stack align="flex-start" gap="sm">
            <IconCircleCheck size={28} stroke={1.75} aria-hidden />
            <Text>Nothing is waiting. What you write is sent automatically.</Text>
            <Button component={Link} to="/client/dashboard" variant="light" mih={44}>
              Back to your dashboard
            </Button>
          </Stack>
        </Card>
      )}
    </Stack>
  );
}

type PartProps = { kind: Kind; session: CurrentSession; onCount: (kind: Kind, count: number) => void };

function Part({ kind, session, onCount }: PartProps) {
  const Shown = PARTS[kind];
  const count = useCallback((entries: number) => onCount(kind, entries), [kind, onCount]);
  return <Shown session={session} onCount={count} />;
}
