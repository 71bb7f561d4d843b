import type { PlatformSettings, SaveSettingsInput, SettingsSectionName } from '@stridewell/contract/settings/settings';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { toast } from '../../lib/toasts.ts';

export const settingsQuery = () => queryOptions(orpc.settings.getSettings.queryOptions());

type Of<Name extends SettingsSectionName> = PlatformSettings[Name];

/**
 * One section as it was when its form was opened, and how to save it. Newer values of another operator wait until this one
 * asks for them, so nothing that was typed is lost.
 */
export function useSection<Name extends SettingsSectionName>(name: Name, loaded: Of<Name>) {
  const client = useQueryClient();
  const [basis, setBasis] = useState(loaded);
  const change = useChange((input: SaveSettingsInput) => rpc.settings.saveSettings(input), [settingsQuery().queryKey]);
  return {
    basis,
    async save(input: SaveSettingsInput): Promise<void> {
      await change.mutateAsync(input);
      await reload();
      toast.success('Settings saved', 'They apply right away.');
    },
    reload,
  };

  async function reload(): Promise<void> {
    const newest = await client.fetchQuery({ ...settingsQuery(), staleTime: 0 });
    setBasis(newest[name]);
  }
}

export const mailsQuery = () => queryOptions(orpc.settings.listMails.queryOptions());
export const mailQuery = (name: string) => queryOptions(orpc.settings.getMail.queryOptions({ input: { name } }));

const MAIL_KEYS = [orpc.settings.listMails.key(), orpc.settings.getMail.key()];

export const useSaveMail = () =>
  useChange((input: Parameters<typeof rpc.settings.saveMail>[0]) => rpc.settings.saveMail(input), MAIL_KEYS);

export const usePreviewMail = () =>
  useChange((input: Parameters<typeof rpc.settings.previewMail>[0]) => rpc.settings.previewMail(input), []);

export const useSendTestMail = () => useChange((name: string) => rpc.settings.sendTestMail({ name }), []);
