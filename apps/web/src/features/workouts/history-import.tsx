import { Group, Stack, Text } from '@mantine/core';
import { HISTORY_BOUNDS } from '@stridewell/contract/workouts/workouts.history.rules';
import { ChooseFile } from '../../ui/choose-file.tsx';
import { ImportDialog, type SourceForm } from '../../ui/import-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useTextFile } from '../../ui/use-text-file.ts';
import { HistoryPreview } from './history-preview.tsx';
import { type HistoryFile, readHistory } from './workouts.history-files.ts';

type HistoryImportProps = { coachId: string; onClose: () => void };

/** Adds the workouts of another app, with a look at what would be added. */
export default function HistoryImport({ coachId, onClose }: HistoryImportProps) {
  return (
    <ImportDialog<HistoryFile>
      title="Import workouts"
      source={(form) => <HistoryFileForm {...form} />}
      onClose={onClose}
    >
      {(file, steps) => <HistoryPreview coachId={coachId} file={file} steps={steps} />}
    </ImportDialog>
  );
}

function HistoryFileForm({ onRead }: SourceForm<HistoryFile>) {
  const { problem, readFile } = useTextFile({
    maxMegabytes: HISTORY_BOUNDS.bytes / 1_000_000,
    read(text) {
      const content = readHistory(text);
      if ('problem' in content) return content.problem;
      onRead(content);
      return null;
    },
  });
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
        <ChooseFile
          primary
          label="File with workouts"
          accept=".csv,.txt,text/csv"
          onFile={(file) => void readFile(file)}
        />
      </Group>
    </Stack>
  );
}
