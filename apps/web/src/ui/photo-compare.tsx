import { NativeSelect, SegmentedControl, SimpleGrid, Stack, UnstyledButton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import classes from './photo.module.css';

const PhotoViewer = lazy(() => import('./photo-viewer.tsx'));

/** The photos of one day, one for each view. */
export type PhotoDay = {
  id: string;
  label: string;
  photos: readonly { id: string; view: string; thumb: string; full: string }[];
};

type PhotoCompareProps = {
  /** Newest first. */
  days: readonly PhotoDay[];
  /** The day to compare the newest one with at first. */
  before: PhotoDay | undefined;
};

/** Two days side by side, one view at a time. A photo opens in full size, where arrow keys change the day. */
export function PhotoCompare({ days, before }: PhotoCompareProps) {
  const views = [...new Set(days.flatMap(({ photos }) => photos.map(({ view }) => view)))];
  const [chosenView, setView] = useState<string>();
  const [left, setLeft] = useState(before?.id);
  const [right, setRight] = useState(days[0]?.id);
  const [openId, setOpenId] = useState<string>();
  const view = views.find((one) => one === chosenView) ?? views[0];
  const photoOf = (day: PhotoDay | undefined) => day?.photos.find((photo) => photo.view === view);
  const all = [...days].reverse().flatMap((day) => {
    const photo = photoOf(day);
    return photo
      ? [{ id: photo.id, url: photo.full, name: `${photo.view}, ${day.label}`, width: null, height: null }]
      : [];
  });
  const sides = [
    { name: 'Before', id: left, onChoose: setLeft },
    { name: 'After', id: right, onChoose: setRight },
  ].filter(({ id }) => id !== undefined);
  return (
    <Stack gap="sm">
      {views.length > 1 && view && (
        <SegmentedControl
          style={{ alignSelf: 'flex-start' }}
          styles={{ label: { minWidth: 64 } }}
          size="xs"
          aria-label="Photo angle"
          data={views}
          value={view}
          onChange={setView}
        />
      )}
      <SimpleGrid cols={2} spacing="sm">
        {sides.map(({ name, id, onChoose }) => {
          const day = days.find((one) => one.id === id);
          const photo = photoOf(day);
          return (
            <Stack key={name} component="figure" gap="xs" m={0}>
              {photo ? (
                <UnstyledButton onClick={() => setOpenId(photo.id)}>
                  <img
                    src={photo.thumb}
                    alt={`Open ${photo.view}, ${day?.label}`}
                    loading="lazy"
                    className={classes.photo}
                  />
                </UnstyledButton>
              ) : (
                <div className={classes.photo}>No photo from this angle</div>
              )}
              <NativeSelect
                size="sm"
                aria-label={sides.length > 1 ? name : 'Date'}
                data={days.map(({ id: value, label }) => ({ value, label }))}
                value={id}
                onChange={(event) => onChoose(event.currentTarget.value)}
              />
            </Stack>
          );
        })}
      </SimpleGrid>
      {openId && (
        <Suspense fallback={null}>
          <PhotoViewer photos={all} openId={openId} onMove={setOpenId} onClose={() => setOpenId(undefined)} />
        </Suspense>
      )}
    </Stack>
  );
}
