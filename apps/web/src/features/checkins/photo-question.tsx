import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import {
  type PhotoAnswer,
  type PhotoSlot,
  type PhotoQuestion as Question,
  SLOT_NAMES,
} from '@stridewell/contract/checkins.forms.rules';
import { FILE_ACCEPT } from '@stridewell/contract/files.rules';
import { IconCamera } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import classes from './photo-question.module.css';

/** Brings a picture to the server, and answers its id there. */
export type UploadPhoto = (file: File) => Promise<string>;

type PhotoQuestionProps = {
  question: Question;
  value: PhotoAnswer[];
  onChange: (value: PhotoAnswer[]) => void;
  upload: UploadPhoto;
};

/** One place for each side. Where a picture does not arrive, the others stay. */
export function PhotoQuestionField({ question, value, onChange, upload }: PhotoQuestionProps) {
  const [busy, setBusy] = useState<PhotoSlot | null>(null);
  const [failed, setFailed] = useState<{ slot: PhotoSlot; text: string } | null>(null);
  const [previews, setPreviews] = useState<Partial<Record<PhotoSlot, string>>>({});
  const take = async (slot: PhotoSlot, file: File | null) => {
    if (!file) return;
    setBusy(slot);
    setFailed(null);
    try {
      const fileId = await upload(file);
      setPreviews((shown) => ({ ...shown, [slot]: URL.createObjectURL(file) }));
      onChange([...value.filter((photo) => photo.slot !== slot), { slot, fileId }]);
    } catch (error) {
      setFailed({ slot, text: messageOf(error, 'Not sent. Try again.') });
    } finally {
      setBusy(null);
    }
  };
  return (
    <Group gap="sm" align="flex-start">
      {question.slots.map((slot) => (
        <Stack key={slot} gap={6} align="center" className={classes.slot}>
          {previews[slot] ? (
            <img src={previews[slot]} alt={`${SLOT_NAMES[slot]}, as sent`} className={classes.preview} />
          ) : (
            <div className={classes.empty} aria-hidden>
              <IconCamera size={24} stroke={1.75} />
            </div>
          )}
          <FileButton accept={FILE_ACCEPT.image} onChange={(file) => void take(slot, file)}>
            {(props) => (
              <Button {...props} variant="default" size="compact-sm" loading={busy === slot}>
                {SLOT_NAMES[slot]}
              </Button>
            )}
          </FileButton>
          {failed?.slot === slot && (
            <Text size="xs" c="var(--mantine-color-error)" ta="center" role="alert">
              {failed.text}
            </Text>
          )}
        </Stack>
      ))}
    </Group>
  );
}
