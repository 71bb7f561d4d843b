import { Button, FileButton, SimpleGrid, Stack } from '@mantine/core';
import {
  PHOTO_SLOT_LABELS,
  type PhotoAnswer,
  type PhotoSlot,
  type PhotoQuestion as Question,
} from '@stridewell/contract/checkins/checkins.forms.rules';
import { FILE_ACCEPT, fileUrl } from '@stridewell/contract/files/files.rules';
import { IconCamera } from '@tabler/icons-react';
import { useEffect } from 'react';
import { type Upload, uploads, useUploads } from '../../device/file-upload.ts';
import { UploadTile } from '../../shared/upload-tile.tsx';
import { Muted } from '../../ui/muted.tsx';
import classes from '../../ui/photo.module.css';
import type { RelationshipIds } from './checkins.outbox.ts';

type PhotoQuestionProps = {
  question: Question;
  value: PhotoAnswer[];
  onChange: (value: PhotoAnswer[]) => void;
  /** Null in a preview, which takes no photos. */
  owner: RelationshipIds | null;
};

/** An upload in progress counts as an answer, because the check-in waits for it. A refused one does not. */
const isAnswer = (upload: Upload) => upload.status !== 'preparing' && upload.status !== 'refused';

/** One photo for each side. A failed upload leaves the others alone. */
export function PhotoQuestionField({ question, value, onChange, owner }: PhotoQuestionProps) {
  const all = useUploads();
  const listOf = (slot: PhotoSlot) => `check-in.${owner?.clientId}.${question.id}.${slot}`;
  const uploadOf = (slot: PhotoSlot) => all.find(({ list }) => list === listOf(slot));
  const savedOf = (slot: PhotoSlot) => value.find((photo) => photo.slot === slot);
  const wanted = question.slots.flatMap((slot) => {
    const upload = uploadOf(slot);
    if (upload) return isAnswer(upload) ? [{ slot, fileId: upload.id }] : [];
    return savedOf(slot) ?? [];
  });
  const isReported = wanted.map(({ fileId }) => fileId).join() === value.map(({ fileId }) => fileId).join();
  useEffect(() => {
    if (!isReported) onChange(wanted);
  });
  const drop = (slot: PhotoSlot) => uploads.forget(uploads.take(listOf(slot)).map(({ id }) => id));
  const choose = (slot: PhotoSlot, file: File | null) => {
    if (!file || !owner) return;
    drop(slot);
    const { coachId, clientId } = owner;
    uploads.add(listOf(slot), [file], { coachId, clientId, purpose: 'photo' });
  };
  const remove = (slot: PhotoSlot) => {
    drop(slot);
    onChange(value.filter((photo) => photo.slot !== slot));
  };
  return (
    <Stack gap="sm" mt="xs">
      <SimpleGrid cols={3} spacing="sm" maw={360}>
        {question.slots.map((slot) => {
          const upload = uploadOf(slot);
          const saved = savedOf(slot);
          const url = upload ? upload.preview : owner && saved && fileUrl(owner.coachId, saved.fileId, 'thumb');
          return (
            <Stack key={slot} gap={6} align="center" miw={0}>
              {url ? (
                <img src={url} alt={`${PHOTO_SLOT_LABELS[slot]}, as chosen`} className={classes.photo} />
              ) : (
                <div className={classes.photo} aria-hidden>
                  <IconCamera size={24} stroke={1.75} />
                </div>
              )}
              <FileButton
                accept={FILE_ACCEPT.image}
                onChange={(file) => choose(slot, file)}
                inputProps={{ 'aria-label': `${question.label}: ${PHOTO_SLOT_LABELS[slot]}` }}
                disabled={!owner}
              >
                {(props) => (
                  <Button {...props} variant="default" fullWidth mih={44} px={4} disabled={!owner}>
                    {PHOTO_SLOT_LABELS[slot]}
                  </Button>
                )}
              </FileButton>
              {!upload && saved && (
                <Button variant="subtle" size="compact-sm" onClick={() => remove(slot)}>
                  Remove
                </Button>
              )}
            </Stack>
          );
        })}
      </SimpleGrid>
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
      <Muted>Only coach and client can see these photos. Location data is removed before upload.</Muted>
    </Stack>
  );
}
