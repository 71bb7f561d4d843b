import { Box, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { BusinessMetrics } from '@stridewell/contract/metrics/metrics';
import { FORECAST_BAND, FORECAST_MIN_MONTHS } from '@stridewell/contract/metrics/metrics.forecast.rules';
import { toMinorUnits } from '@stridewell/contract/money/money.amounts.rules';
import { countLabel, dayText, money } from '../../lib/format.ts';
import { Fact } from '../../ui/fact.tsx';
import { Muted } from '../../ui/muted.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import classes from './business.module.css';
import { signedText } from './metrics.wording.ts';

/** Without the cents, which no forecast knows. */
function roundMoney(cents: number, currency: string): string {
  const unit = toMinorUnits(1, currency);
  return money(Math.round(cents / unit) * unit, currency);
}

type ForecastCardProps = Pick<BusinessMetrics, 'forecast' | 'currency' | 'historyMonths'>;
type Forecast = NonNullable<BusinessMetrics['forecast']>;

/** Revenue of the running month and the next two, each with its likely range, and what they add up. */
export function ForecastCard({ forecast, currency, historyMonths }: ForecastCardProps) {
  return (
    <SectionCard title="Forecast">
      {forecast === null ? (
        <Muted>
          Needs {FORECAST_MIN_MONTHS} full months of history. You have {historyMonths} so far.
        </Muted>
      ) : (
        <Stack gap="md">
          <Muted>
            Revenue with its {FORECAST_BAND}% likely range, from {countLabel(historyMonths, 'full month')} of your
            books.
          </Muted>
          <Muted>Amounts assume no growth. The ranges allow for it.</Muted>
          <ForecastMonths months={forecast.months} currency={currency} />
          <SimpleGrid component="dl" cols={2} spacing="sm" verticalSpacing="xs">
            {partsOf(forecast, currency).map(({ label, text }) => (
              <Fact key={label} label={label}>
                {text}
              </Fact>
            ))}
          </SimpleGrid>
        </Stack>
      )}
    </SectionCard>
  );
}

function ForecastMonths({ months, currency }: Pick<Forecast, 'months'> & { currency: string }) {
  const most = Math.max(1, ...months.map(({ high }) => high));
  const percent = (cents: number) => `${(cents / most) * 100}%`;
  return months.map(({ month, cents, low, high }) => (
    <Stack key={month} gap={6}>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{dayText(month, { month: 'long' })}</Text>
        <Text size="sm">
          {roundMoney(cents, currency)}
          <Text span c="dimmed" inherit>
            {low === high ? '' : `, likely ${roundMoney(low, currency)} to ${roundMoney(high, currency)}`}
          </Text>
        </Text>
      </Group>
      <Box className={classes.band} aria-hidden>
        <span className={classes.likely} style={{ left: percent(low), right: `calc(100% - ${percent(high)})` }} />
        <span className={classes.middle} style={{ left: percent(cents) }} />
      </Box>
    </Stack>
  ));
}

/** Subscriptions and their churn first, then what comes on top, and its trend. */
function partsOf({ mrr, churn, gained, other, trend }: Forecast, currency: string) {
  const monthly = (cents: number) => `${signedText(cents, currency)} a month`;
  return [
    { label: 'Subscriptions (MRR today)', text: money(mrr, currency) },
    { label: 'Usual churn', text: monthly(churn) },
    { label: 'Usual new and changed', text: monthly(gained) },
    { label: 'Other revenue, average', text: `${money(other, currency)} a month` },
    { label: 'Trend of other revenue', text: monthly(trend) },
  ];
}
