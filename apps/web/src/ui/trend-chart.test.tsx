import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../test/show.tsx';
import { BarChart } from './bar-chart.tsx';
import { TrendChart } from './trend-chart.tsx';

const tooltip = () => screen.getByRole('status').textContent;

const weights = (
  <TrendChart
    label="Weight from 80 to 78 kg"
    height={200}
    times={[0, 1, 2]}
    lines={[
      { label: 'Weight', color: 'gray-5', values: [80, 79, 78] },
      { label: 'Trend', color: 'pine-6', values: [80, null, 79] },
    ]}
    timeAxis={{ domain: [0, 2], ticks: [0, 2], text: (time) => `Day ${time}`, title: (time) => `Title ${time}` }}
    valueAxis={{ domain: [78, 80], ticks: [78, 80], width: 40, text: (value) => `${value} kg` }}
    valueText={(value) => `${value} kg`}
  />
);

it('a chart is one image with its summary, and its axes are texts', () => {
  show(weights);
  const chart = screen.getByRole('img', { name: 'Weight from 80 to 78 kg' });
  for (const text of ['78 kg', '80 kg', 'Day 2']) expect(within(chart).getByText(text)).toBeTruthy();
  expect(tooltip()).toBe('');
});

it('arrow keys walk through the values and stop at the ends', () => {
  show(weights);
  const chart = screen.getByRole('img');
  fireEvent.keyDown(chart, { key: 'ArrowRight' });
  // The trend has no value there.
  expect(tooltip()).toBe('Title 1Weight79 kg');
  fireEvent.keyDown(chart, { key: 'ArrowRight' });
  fireEvent.keyDown(chart, { key: 'ArrowRight' });
  expect(tooltip()).toBe('Title 2Weight78 kgTrend79 kg');
  fireEvent.blur(chart);
  expect(tooltip()).toBe('');
});

it('the pointer shows the nearest value until it leaves', () => {
  show(
    <BarChart
      label="Revenue by month"
      height={200}
      names={['Oct', 'Nov']}
      series={[{ label: 'Revenue', color: 'pine-6', values: [100, 200] }]}
      valueAxis={{ domain: [0, 200], ticks: [0, 200], width: 40 }}
      valueText={(value) => `$${value}`}
    />,
  );
  const chart = screen.getByRole('img', { name: 'Revenue by month' });
  fireEvent.pointerMove(chart, { clientX: 1000 });
  expect(tooltip()).toBe('NovRevenue$200');
  fireEvent.pointerLeave(chart);
  expect(tooltip()).toBe('');
});
