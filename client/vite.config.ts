import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type ViteUserConfig } from "vitest/config";

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const outDir = path("../src/dizhu/client_dist");
const mouse = path("src/core/mouse.ts");
const server = "http://127.0.0.1:8765";

/** The page. Everything it needs is served by the server itself: no address of another site. */
const page: ViteUserConfig = {
  plugins: [svelte()],
  base: "/",
  build: {
    outDir,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 2048,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    sourcemap: false,
  },
  server: {
    proxy: {
      "/api": { target: server },
      "/ws": { target: server, ws: true },
    },
  },
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  test: {
    include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
    environment: "node",
    passWithNoTests: true,
  },
};

/** The mouse rules alone, as a module without imports, for the cases that run them outside a page. */
const library: ViteUserConfig = {
  build: {
    outDir,
    emptyOutDir: false,
    copyPublicDir: false,
    target: "es2022",
    reportCompressedSize: false,
    lib: { entry: mouse, formats: ["es"], fileName: () => "mouse.mjs" },
  },
};

/** Until `src/core/mouse.ts` exists there is nothing to build in that mode. */
const nothing: ViteUserConfig = {
  build: { outDir, emptyOutDir: false, copyPublicDir: false, write: false },
};

export default defineConfig(({ mode }) => {
  if (mode !== "mouse") return page;
  return existsSync(mouse) ? library : nothing;
});
