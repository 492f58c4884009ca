class Rankduel < Formula
  desc "Says which of two retrieval configurations is better, and how sure that is"
  homepage "https://github.com/rankduel/rankduel"
  url "https://github.com/rankduel/rankduel/archive/refs/tags/v0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000" # of the release: see RELEASING.md
  license "Apache-2.0"

  depends_on "go" => :build

  def install
    ENV["CGO_ENABLED"] = "1"
    system "go", "build", *std_go_args(ldflags: "-s -w"), "./cmd/rankduel"
    generate_completions_from_executable(bin/"rankduel", "completion")
  end

  test do
    assert_match "better", shell_output("#{bin}/rankduel demo demo")
  end
end
