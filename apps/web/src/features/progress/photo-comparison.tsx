import { NativeSelect } from '@mantine/core';
import { relativeDayLabel } from '@stridewell/contract/time';
import { useState } from 'react';
import { SectionCard } from '../../components/section-card.tsx';
import classes from './progress-panel.module.css';

export type ProgressPhoto = { day: string; slot: string; fileId: string; url: string };

/** Two days of one view side by side; nothing while there are no photos. */
export function PhotoComparison({ photos, today }: { photos: readonly ProgressPhoto[]; today: string }) {
  const slots = [...new Set(photos.map(({ slot }) => slot))];
  const [chosen, setChosen] = useState<string>();
  const slot = slots.find((one) => one === chosen) ?? slots[0];
  const shown = photos.filter((photo) => photo.slot === slot).sort((a, b) => a.day.localeCompare(b.day));
  const [first, ...others] = shown;
  if (!first) return null;
  const pair = [first, ...others.slice(-1)];
  return (
    <SectionCard
      title="Photos"
      aside={
        slots.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label="View of the photos"
            data={slots}
            value={slot}
            onChange={({ currentTarget: { value } }) => setChosen(value)}
          />
        )
      }
    >
      <div className={classes.photos}>
        {pair.map(({ day, fileId, url }) => (
          <figure key={fileId} style={{ margin: 0 }}>
            <img src={url} alt={`${slot}, ${relativeDayLabel(day, today)}`} loading="lazy" />
            <figcaption>{relativeDayLabel(day, today)}</figcaption>
          </figure>
        ))}
      </div>
    </SectionCard>
  );
}
