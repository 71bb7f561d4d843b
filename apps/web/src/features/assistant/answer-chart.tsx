import type { FactSeries } from '@stridewell/contract/assistant/assistant';
import { weightForDisplay, weightUnit } from '@stridewell/contract/units';
import { money, numberText } from '../../lib/format.ts';
import { timeAxis } from '../../lib/time-axis.ts';
import { valueAxis } from '../../lib/value-axis.ts';
import { TrendChart } from '../../ui/trend-chart.tsx';

type AnswerChartProps = { series: FactSeries; today: string; units: 'metric' | 'imperial' };

/** From here on, dots would hide the line. */
const MANY_POINTS = 30;

/** The series of an answer over time. Money is drawn in whole units of its currency. */
export function AnswerChart({ series: { label, unit, currency, points }, today, units }: AnswerChartProps) {
  const isMoney = unit === 'money' && currency !== null;
  const text = (value: number) => {
    if (isMoney) return money(Math.round(value * 100), currency);
    return unit === 'kg' ? `${value} ${weightUnit(units)}` : numberText(value);
  };
  const values = points.map(({ value }) => {
    if (isMoney) return value / 100;
    return unit === 'kg' ? weightForDisplay(value, units) : value;
  });
  const days = points.map(({ day }) => day);
  return (
    <TrendChart
      label={`${label} from ${text(values[0] ?? 0)} to ${text(values.at(-1) ?? 0)}`}
      height={180}
      times={days.map(Date.parse)}
      lines={[{ label, color: 'pine-6', values, dot: values.length < MANY_POINTS ? 3 : 0 }]}
      timeAxis={timeAxis(days, today)}
      valueAxis={{ ...valueAxis(values), width: 72, text }}
      valueText={text}
    />
  );
}
