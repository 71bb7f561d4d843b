import { Stack, Switch, Text } from '@mantine/core';
import type { EffectReport, PooledEffect } from '@stridewell/contract/effects/effects';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { messageOf } from '../../lib/errors.ts';
import { dayText } from '../../lib/format.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { toast } from '../../lib/toasts.ts';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { basisText, COMPARISON_TEXTS, effectText } from './effects.wording.ts';

/** Effects of automatic messages and suggested times over all coaches here, and whether the coach shares counts. */
export function EffectsCard({ coachId }: { coachId: string }) {
  const query = useQuery(orpc.effects.getEffects.queryOptions({ input: { coachId } }));
  return (
    <SectionCard title="What actions change">
      <QueryBoundary query={query} failed="Effects could not be loaded" skeleton={180}>
        {(report) => <Effects coachId={coachId} report={report} />}
      </QueryBoundary>
    </SectionCard>
  );
}

function Effects({ coachId, report: { inPool, effects } }: { coachId: string; report: EffectReport }) {
  const save = useChange(rpc.effects.setEffectPool, [orpc.effects.key()]);
  const countedOn = effects.find((effect) => effect.countedOn !== null)?.countedOn;
  const setPool = (wanted: boolean) =>
    save.mutate(
      { coachId, inPool: wanted },
      { onError: (error) => toast.error('Nothing was changed', messageOf(error, 'Please try again.')) },
    );
  return (
    <Stack gap="md">
      {effects.map((effect) => (
        <Effect key={effect.comparison} effect={effect} />
      ))}
      <Muted>
        Chance decided who got what, so a range without zero is an effect. It holds the true difference in 95 of 100
        cases, however often you look.{' '}
        {countedOn && `Last counted ${dayText(countedOn, { month: 'long', day: 'numeric' })}.`}
      </Muted>
      <Switch
        size="md"
        label="Share my counts"
        checked={save.isPending ? save.variables.inPool : inPool}
        // Never disabled, so that it keeps the focus.
        onChange={({ currentTarget: { checked } }) => !save.isPending && setPool(checked)}
      />
      <Muted>
        Only counts leave your account, never names or messages. If you turn this off, the next weekly count is made
        without them.
      </Muted>
    </Stack>
  );
}

function Effect({ effect }: { effect: PooledEffect }) {
  return (
    <div>
      <Text fw={600}>{COMPARISON_TEXTS[effect.comparison].title}</Text>
      <Text size="sm">{effectText(effect)}</Text>
      {effect.interval && <Muted>{basisText(effect)}</Muted>}
    </div>
  );
}
