import { Button, FileButton, Stack, Text } from '@mantine/core';
import {
  PHOTO_SLOT_LABELS,
  type PhotoAnswer,
  type PhotoSlot,
  type PhotoQuestion as Question,
} from '@stridewell/contract/checkins.forms.rules';
import { fileUrl } from '@stridewell/contract/files';
import { FILE_ACCEPT } from '@stridewell/contract/files.rules';
import { IconCamera } from '@tabler/icons-react';
import { useEffect } from 'react';
import { UploadTile } from '../../components/upload-tile.tsx';
import { type Upload, uploads, useUploads } from '../../lib/file-upload.ts';
import classes from './photo-question.module.css';

/** Whose photos they are. */
export type PhotoPlace = { coachId: string; clientId: string };

type PhotoQuestionProps = {
  question: Question;
  value: PhotoAnswer[];
  onChange: (value: PhotoAnswer[]) => void;
  /** Null in a preview, which takes no photos. */
  place: PhotoPlace | null;
};

/** What is on its way counts as answered: a check-in waits for its photos. What the server refused does not. */
const counts = (upload: Upload) => upload.status !== 'preparing' && upload.status !== 'refused';

/** One place for each side. Where a picture does not arrive, the others stay. */
export function PhotoQuestionField({ question, value, onChange, place }: PhotoQuestionProps) {
  const all = useUploads();
  const listOf = (slot: PhotoSlot) => `check-in.${place?.clientId}.${question.id}.${slot}`;
  const uploadOf = (slot: PhotoSlot) => all.find(({ list }) => list === listOf(slot));
  const keptOf = (slot: PhotoSlot) => value.find((photo) => photo.slot === slot);
  const wanted = question.slots.flatMap((slot) => {
    const upload = uploadOf(slot);
    if (upload) return counts(upload) ? [{ slot, fileId: upload.id }] : [];
    return keptOf(slot) ?? [];
  });
  const isTold = wanted.map(({ fileId }) => fileId).join() === value.map(({ fileId }) => fileId).join();
  useEffect(() => {
    if (!isTold) onChange(wanted);
  });
  const drop = (slot: PhotoSlot) => uploads.forget(uploads.take(listOf(slot)).map(({ id }) => id));
  const choose = (slot: PhotoSlot, file: File | null) => {
    if (!file || !place) return;
    drop(slot);
    const { coachId, clientId } = place;
    uploads.add(listOf(slot), [file], { coachId, clientId, purpose: 'photo' });
  };
  const remove = (slot: PhotoSlot) => {
    drop(slot);
    onChange(value.filter((photo) => photo.slot !== slot));
  };
  return (
    <Stack gap="sm" mt="xs">
      <div className={classes.slots}>
        {question.slots.map((slot) => {
          const upload = uploadOf(slot);
          const kept = keptOf(slot);
          const url = upload ? upload.preview : place && kept && fileUrl(place.coachId, kept.fileId, 'thumb');
          return (
            <Stack key={slot} gap={6} align="center" miw={0}>
              {url ? (
                <img src={url} alt={`${PHOTO_SLOT_LABELS[slot]}, as chosen`} className={classes.preview} />
              ) : (
                <div className={classes.empty} aria-hidden>
                  <IconCamera size={24} stroke={1.75} />
                </div>
              )}
              <FileButton
                accept={FILE_ACCEPT.image}
                onChange={(file) => choose(slot, file)}
                inputProps={{ 'aria-label': `${question.label}: ${PHOTO_SLOT_LABELS[slot]}` }}
                disabled={!place}
              >
                {(props) => (
                  <Button {...props} variant="default" fullWidth mih={44} px={4} disabled={!place}>
                    {PHOTO_SLOT_LABELS[slot]}
                  </Button>
                )}
              </FileButton>
              {!upload && kept && (
                <Button variant="subtle" size="compact-sm" onClick={() => remove(slot)}>
                  Remove
                </Button>
              )}
            </Stack>
          );
        })}
      </div>
      {question.slots.map((slot) => {
        const upload = uploadOf(slot);
        return (
          upload && (
            <UploadTile
              key={slot}
              upload={upload}
              onRemove={() => remove(slot)}
              onRetry={() => uploads.retry(upload.id)}
            />
          )
        );
      })}
      <Text size="sm" c="dimmed">
        Only you and your coach see these. Where they were taken is removed before they are sent.
      </Text>
    </Stack>
  );
}
