import { NativeSelect, Stack, Text } from '@mantine/core';
import type { CheckIn } from '@stridewell/contract/checkins';
import { PHOTO_SLOTS, type PhotoAnswer, type PhotoSlot } from '@stridewell/contract/checkins.forms.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import { useState } from 'react';
import { SLOT_NAMES } from './checkins.answers.ts';
import classes from './photo-compare.module.css';

type PhotoCompareProps = {
  coachId: string;
  checkIn: CheckIn;
  earlier: readonly CheckIn[];
  today: string;
  photoUrl?: (coachId: string, fileId: string) => string;
};

const thumbOf = (coachId: string, fileId: string) => `/rest/v1/files/${coachId}/${fileId}?size=thumb`;

export const photosOf = ({ answers }: CheckIn): PhotoAnswer[] =>
  Object.values(answers).flatMap((answer) =>
    Array.isArray(answer) ? answer.filter((photo): photo is PhotoAnswer => typeof photo === 'object') : [],
  );

/** The photos of a check-in beside those of an earlier one. */
export function PhotoCompare({ coachId, checkIn, earlier, today, photoUrl = thumbOf }: PhotoCompareProps) {
  const others = earlier.filter((one) => photosOf(one).length > 0);
  const [chosen, setChosen] = useState(others[0]?.id ?? '');
  const other = others.find(({ id }) => id === chosen);
  const urlOf = (of: CheckIn | undefined, slot: PhotoSlot) => {
    const photo = of && photosOf(of).find((one) => one.slot === slot);
    return photo && photoUrl(coachId, photo.fileId);
  };
  const slots = PHOTO_SLOTS.filter((slot) => urlOf(checkIn, slot));
  if (slots.length === 0) return null;
  return (
    <Stack gap="sm">
      {others.length > 0 && (
        <NativeSelect
          label="Compare with"
          size="sm"
          maw={220}
          data={others.map(({ id, day }) => ({ value: id, label: relativeDayLabel(day, today) }))}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      {slots.map((slot) => (
        <div key={slot} className={classes.pair}>
          {[other, checkIn].map((one) => {
            const url = urlOf(one, slot);
            return (
              one && (
                <figure key={one.id} className={classes.photo}>
                  {url ? (
                    <img src={url} alt={`${SLOT_NAMES[slot]}, ${relativeDayLabel(one.day, today)}`} loading="lazy" />
                  ) : (
                    <div className={classes.none}>No photo</div>
                  )}
                  <Text component="figcaption" size="sm" c="dimmed">
                    {SLOT_NAMES[slot]}, {relativeDayLabel(one.day, today)}
                  </Text>
                </figure>
              )
            );
          })}
        </div>
      ))}
    </Stack>
  );
}
