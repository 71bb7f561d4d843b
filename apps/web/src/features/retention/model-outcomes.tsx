import { Stack, Text } from '@mantine/core';
import type { ModelCard, ModelPromise } from '@stridewell/contract/retention/retention.model';
import { MIN_OUTCOMES, RISK_BANDS } from '@stridewell/contract/retention/retention.rules';
import { countLabel } from '../../lib/format.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Muted } from '../../ui/muted.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { observedText, sharePercent } from './retention.wording.ts';

type BandRow = {
  band: string;
  own: ModelPromise;
  platform: ModelPromise | undefined;
  tested: ModelPromise | undefined;
};
type LevelRow = ModelCard['levels'][number];

/** Like “10–25%”. */
const bandText = (band: number): string =>
  `${Math.round(100 * (RISK_BANDS[band] ?? 0))}–${Math.round(100 * (RISK_BANDS[band + 1] ?? 1))}%`;

const outcomeText = (promise: ModelPromise | undefined): string =>
  !promise || promise.clients < MIN_OUTCOMES ? 'not enough yet' : `${observedText(promise.left, promise.clients)} left`;

/** Promised against observed, or that too few clients were shown to say. */
function Outcome({ promise }: { promise: ModelPromise | undefined }) {
  if (!promise || promise.clients < MIN_OUTCOMES) {
    return (
      <Stack component="span" gap={0}>
        <Text span size="sm">
          Not enough yet
        </Text>
        <Muted component="span">{countLabel(promise?.clients ?? 0, 'client')}</Muted>
      </Stack>
    );
  }
  const { clients, left, promised } = promise;
  return (
    <Stack component="span" gap={0}>
      <Text span size="sm">
        {observedText(left, clients)} left
      </Text>
      <Muted component="span">
        {promised !== null && `promised ${sharePercent(promised)}, `}
        {countLabel(clients, 'client')}
      </Muted>
    </Stack>
  );
}

/** Shown percentages beside the share that left within four weeks: by band, and by level. */
export function ModelOutcomes({ card: { measured, shown, levels } }: { card: ModelCard }) {
  const bands = shown.map((own, band) => ({
    band: bandText(band),
    own,
    platform: measured?.platform?.[band],
    tested: measured?.tested[band],
  }));
  return (
    <SectionCard title="Shown, and what happened">
      <Stack gap="md">
        <Muted>
          Every fourth week is counted four weeks later. In brackets is where the true share probably lies. Below{' '}
          {MIN_OUTCOMES} clients a share says nothing.
        </Muted>
        {measured && (
          <DataTable<BandRow>
            label="Promised and observed"
            columns={[
              { header: 'Promised', rowHeader: true, nowrap: true, cell: ({ band }) => band },
              { header: 'Your clients', cell: ({ own }) => <Outcome promise={own} /> },
              { header: 'All coaches here', from: 'sm', cell: ({ platform }) => <Outcome promise={platform} /> },
              { header: 'In the test', from: 'sm', cell: ({ tested }) => <Outcome promise={tested} /> },
            ]}
            phoneLine={({ platform, tested }) => (
              <>
                All coaches here: {outcomeText(platform)}. In the test: {outcomeText(tested)}.
              </>
            )}
            rows={bands}
            keyOf={({ band }) => band}
          />
        )}
        <DataTable<LevelRow>
          label="Levels and what happened"
          columns={[
            { header: 'Level', rowHeader: true, nowrap: true, cell: ({ level }) => level },
            { header: 'Your clients', cell: (row) => <Outcome promise={row} /> },
          ]}
          rows={levels}
          keyOf={({ level }) => level}
        />
      </Stack>
    </SectionCard>
  );
}
