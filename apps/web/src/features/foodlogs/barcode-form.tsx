import { Button, Group, Stack, TextInput } from '@mantine/core';
import { barcodeOf } from '@stridewell/contract/foods/foods.barcode.rules';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import classes from './food-log.module.css';
import { scanCamera } from './foodlogs.barcode-camera.ts';

type BarcodeFormProps = {
  /** The code is being looked up. */
  busy: boolean;
  /** Why the last code could not be looked up. */
  problem: string | null;
  onCode: (code: string) => void;
  onBack: () => void;
};

/** Reads the code of a pack with the camera, or as it is typed. */
export default function BarcodeForm({ busy, problem, onCode, onBack }: BarcodeFormProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const found = useRef(onCode);
  useEffect(() => {
    found.current = onCode;
  });
  useEffect(() => {
    const scanning = new AbortController();
    if (video.current) {
      void scanCamera(video.current, {
        signal: scanning.signal,
        onProblem: setRefusal,
        onCode(code) {
          scanning.abort();
          found.current(code);
        },
      });
    }
    return () => scanning.abort();
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = barcodeOf(typed);
    setWrong(code === null);
    if (code !== null) onCode(code);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {refusal === null ? (
          <>
            <video ref={video} className={classes.camera} muted playsInline aria-label="Camera" />
            <Muted>Hold the lines of the code in front of the camera.</Muted>
          </>
        ) : (
          <Notice>{refusal}</Notice>
        )}
        <ProblemAlert text={problem} />
        <TextInput
          label="Digits of the code"
          size="md"
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          error={isWrong && 'These are not the digits of a pack. Please check them.'}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        <Group justify="flex-end">
          <Button variant="default" mih={44} onClick={onBack}>
            Back to foods
          </Button>
          <Button type="submit" mih={44} loading={busy}>
            Find food
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
