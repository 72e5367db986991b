/** A list that is fetched page by page, newest first. */

export interface Page<T> {
  readonly lines: readonly T[];
  readonly next: string | null;
}

export class Paged<T> {
  lines = $state.raw<readonly T[]>([]);
  state = $state<"loading" | "ready" | "failed">("loading");
  more = $state(false);
  private cursor: string | null = null;

  constructor(private readonly fetchPage: (cursor: string | null) => Promise<Page<T>>) {
    void this.load();
  }

  async load(): Promise<void> {
    this.state = "loading";
    try {
      const page = await this.fetchPage(this.cursor);
      this.lines = [...this.lines, ...page.lines];
      this.cursor = page.next;
      this.more = page.next !== null;
      this.state = "ready";
    } catch {
      this.state = "failed";
    }
  }
}
