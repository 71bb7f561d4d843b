import { Stack, Text } from '@mantine/core';
import type { ModelCard } from '@stridewell/contract/retention/retention.model';
import { numberText } from '../../lib/format.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Muted } from '../../ui/muted.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { sharePercent } from './retention.wording.ts';

type Measured = NonNullable<ModelCard['measured']>;
type Figures = Measured['model'];

type FigureRow = { name: string; about: string; textOf: (figures: Figures) => string };

const tenths = (value: number): string => numberText(Math.round(10 * value) / 10);
const shareOrDash = (share: number | null): string => (share === null ? '–' : sharePercent(share));

const ROWS: readonly FigureRow[] = [
  {
    name: 'Puts the right client first',
    about:
      'Of one client who left and one who stayed, how often the higher risk belonged to the one who left. Chance gives 50% (AUC).',
    textOf: ({ auc }) => sharePercent(auc),
  },
  {
    name: 'The same, a week earlier',
    about: 'Without clients who left within the next week, whose silence anyone can see.',
    textOf: ({ hiddenWeekAuc }) => shareOrDash(hiddenWeekAuc),
  },
  {
    name: 'Right among the warned',
    about: 'How many warned clients did leave, averaged over all places to draw the line (PR-AUC).',
    textOf: ({ prAuc }) => sharePercent(prAuc),
  },
  {
    name: 'Leavers in the highest tenth',
    about: 'Times as many clients left among the tenth with the highest risk as on average (lift).',
    textOf: ({ lift10 }) => `${tenths(lift10)}×`,
  },
  {
    name: 'Better than one number for all',
    about:
      'How much closer the percentages are to what happened than the average share (Brier skill). 0% is no better.',
    textOf: ({ brierSkill }) => sharePercent(brierSkill),
  },
  {
    name: 'Distance from what happened',
    about: 'Mean difference between the promised and the observed share, over ten groups (calibration).',
    textOf: ({ ece }) => `${tenths(100 * ece)} points`,
  },
  {
    name: 'Warned a week before',
    about: 'Clients who left and were at Moderate or High Risk at least a week before.',
    textOf: ({ warned }) => sharePercent(warned),
  },
  {
    name: 'Days of warning',
    about: 'From the first warning to the last week, for half of the warned clients at least this long.',
    textOf: ({ leadDays }) => (leadDays === null ? '–' : numberText(leadDays)),
  },
];

/** The figures of the test, always beside what silence alone would have told. */
export function ModelFigures({ measured: { model, silence } }: { measured: Measured }) {
  return (
    <SectionCard title="How it was tested">
      <DataTable<FigureRow>
        label="Figures of the test"
        columns={[
          {
            header: 'Figure',
            rowHeader: true,
            cell: ({ name, about }) => (
              <Stack component="span" gap={2}>
                <Text span size="sm" fw={600}>
                  {name}
                </Text>
                <Muted component="span" visibleFrom="sm">
                  {about}
                </Muted>
              </Stack>
            ),
          },
          { header: 'Model', figure: true, cell: ({ textOf }) => textOf(model) },
          { header: 'Silence alone', figure: true, from: 'sm', cell: ({ textOf }) => textOf(silence) },
        ]}
        phoneLine={({ about, textOf }) => `Silence alone: ${textOf(silence)}. ${about}`}
        rows={ROWS}
        keyOf={({ name }) => name}
      />
      <Muted mt="sm">
        “Silence alone” is the number of days since the client last opened the portal or did anything. A version that is
        worse is never used.
      </Muted>
    </SectionCard>
  );
}
