import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { HISTORY_BOUNDS } from '@stridewell/contract/workouts/workouts.history.rules';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { countLabel } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { HistoryPreview } from './history-preview.tsx';
import { type HistoryFile, readHistory } from './workouts.history-files.ts';
import type { HistoryResult } from './workouts.import.ts';

type HistoryImportProps = { coachId: string; onClose: () => void };

/** Imports the workouts of another app: choose its file, look at what would be added, add it. */
export default function HistoryImport({ coachId, onClose }: HistoryImportProps) {
  const [file, setFile] = useState<HistoryFile | null>(null);
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<HistoryResult | null>(null);
  return (
    <Dialog opened onClose={() => !busy && onClose()} title="Import workouts" size="lg" closeOnClickOutside={false}>
      {result ? (
        <Result result={result} onClose={onClose} />
      ) : file ? (
        <HistoryPreview
          coachId={coachId}
          file={file}
          onBusy={setBusy}
          onBack={() => setFile(null)}
          onDone={setResult}
        />
      ) : (
        <Source onRead={setFile} />
      )}
    </Dialog>
  );
}

function Source({ onRead }: { onRead: (file: HistoryFile) => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const readFile = async (file: File | null) => {
    if (!file) return;
    if (file.size > HISTORY_BOUNDS.bytes) {
      setProblem(`This file is larger than ${HISTORY_BOUNDS.bytes / 1_000_000} MB.`);
      return;
    }
    try {
      const content = readHistory(await file.text());
      if ('problem' in content) setProblem(content.problem);
      else onRead(content);
    } catch {
      // The file was moved, or the browser may not read it.
      setProblem('This file could not be opened. Please choose it again.');
    }
  };
  return (
    <Stack gap="md">
      <Text>
        Bring your earlier workouts from Hevy or Strong. In either app, choose “Export data” in the settings, and send
        the CSV file to this device.
      </Text>
      <Muted>
        They count toward your personal records and progress. Your program and your coach’s notifications stay as they
        are.
      </Muted>
      <ProblemAlert text={problem} />
      <Group>
        <FileButton
          accept=".csv,.txt,text/csv"
          onChange={(file) => void readFile(file)}
          inputProps={{ 'aria-label': 'File with workouts' }}
        >
          {(props) => (
            <Button {...props} data-autofocus mih={44} leftSection={<IconFileImport size={18} stroke={1.75} />}>
              Choose a file
            </Button>
          )}
        </FileButton>
      </Group>
    </Stack>
  );
}

function Result({ result: { added, known }, onClose }: { result: HistoryResult; onClose: () => void }) {
  return (
    <Stack gap="md">
      <Text role="status" fw={600}>
        {added === 0
          ? 'No workout was added.'
          : `${countLabel(added, 'workout')} ${added === 1 ? 'was' : 'were'} added.`}
      </Text>
      {known > 0 && (
        <Text>
          {countLabel(known, 'workout')} {known === 1 ? 'was' : 'were'} already there and stayed as{' '}
          {known === 1 ? 'it is' : 'they are'}.
        </Text>
      )}
      <Group justify="flex-end">
        <Button mih={44} onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
