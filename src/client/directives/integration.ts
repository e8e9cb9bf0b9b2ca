import type { AstroIntegration } from 'astro';
import type { InteractionOptions } from './interaction.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:interaction'?: boolean | InteractionOptions;
  }
}

/**
 * Makes `client:interaction` known to Astro; the directive itself stands in interaction.ts. Also keeps the
 * scripts of every page files: small ones would be written into each page, and loaded with each again.
 */
export const interactionDirective = (): AstroIntegration => ({
  name: 'client-interaction',
  hooks: {
    'astro:config:setup': ({ addClientDirective, updateConfig }) => {
      updateConfig({
        vite: {
          build: {
            assetsInlineLimit: (file) =>
              /(Page|Measuring|SignOut|Demo)Script/.test(file) ? false : undefined,
          },
        },
      });
      addClientDirective({ name: 'interaction', entrypoint: './src/client/directives/interaction.ts' });
    },
  },
});
