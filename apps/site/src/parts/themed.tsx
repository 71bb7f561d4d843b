import { MantineProvider } from '@mantine/core';
import { cssVariablesResolver, theme } from '@stridewell/web/app/theme.ts';
import type { ComponentType, ReactNode } from 'react';

/** The theme's variables and classes, once for a page. */
export const ThemeStyles = () => (
  <MantineProvider theme={theme} defaultColorScheme="auto" cssVariablesResolver={cssVariablesResolver}>
    {null}
  </MantineProvider>
);

export const Theme = ({ children }: { children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    defaultColorScheme="auto"
    cssVariablesResolver={cssVariablesResolver}
    withCssVariables={false}
    withGlobalClasses={false}
  >
    {children}
  </MantineProvider>
);

/** A component with the theme around it, because Astro renders each one as a separate tree. */
export function themed<Props extends object>(Component: ComponentType<Props>): ComponentType<Props> {
  return function Themed(props: Props) {
    return (
      <Theme>
        <Component {...props} />
      </Theme>
    );
  };
}
