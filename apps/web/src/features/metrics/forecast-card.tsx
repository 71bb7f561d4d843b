import { Box, Group, Stack, Text } from '@mantine/core';
import type { BusinessMetrics } from '@stridewell/contract/metrics';
import { FORECAST_BAND, FORECAST_MIN_MONTHS } from '@stridewell/contract/metrics.forecast.rules';
import { toMinorUnits } from '@stridewell/contract/money.amounts.rules';
import { Muted } from '../../components/muted.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { countLabel, dayText, money } from '../../lib/format.ts';
import classes from './business.module.css';

/** Without the cents, which no forecast knows. */
function roundMoney(cents: number, currency: string): string {
  const unit = toMinorUnits(1, currency);
  return money(Math.round(cents / unit) * unit, currency);
}

type ForecastCardProps = Pick<BusinessMetrics, 'forecast' | 'currency' | 'historyMonths'>;

/** Revenue of the running month and the next two, with the band that holds most outcomes. */
export function ForecastCard({ forecast, currency, historyMonths }: ForecastCardProps) {
  const most = Math.max(1, ...(forecast ?? []).map(({ high }) => high));
  const percent = (cents: number) => `${(cents / most) * 100}%`;
  return (
    <SectionCard title="Forecast">
      {forecast === null ? (
        <Muted>
          A forecast needs {FORECAST_MIN_MONTHS} whole months of history. There {historyMonths === 1 ? 'is' : 'are'}{' '}
          {historyMonths} so far.
        </Muted>
      ) : (
        <Stack gap="md">
          <Muted>
            From {countLabel(historyMonths, 'whole month')} of your books. In {FORECAST_BAND} of 100 cases, revenue ends
            within the band.
          </Muted>
          {forecast.map(({ month, cents, low, high }) => (
            <Stack key={month} gap={6}>
              <Group justify="space-between" gap="xs">
                <Text fw={600}>{dayText(month, { month: 'long' })}</Text>
                <Text size="sm">
                  {roundMoney(cents, currency)}
                  <Text span c="dimmed" inherit>
                    {`, from ${roundMoney(low, currency)} to ${roundMoney(high, currency)}`}
                  </Text>
                </Text>
              </Group>
              <Box className={classes.band} aria-hidden>
                <span
                  className={classes.likely}
                  style={{ left: percent(low), right: `calc(100% - ${percent(high)})` }}
                />
                <span className={classes.middle} style={{ left: percent(cents) }} />
              </Box>
            </Stack>
          ))}
        </Stack>
      )}
    </SectionCard>
  );
}
